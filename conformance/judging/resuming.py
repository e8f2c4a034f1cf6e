"""Selection of the cases that a resumed run repeats, since a backend's code may have changed.

The digest in a report covers the module or program that the judge was given, but not every file or
driver that it loads. Therefore a resumed run repeats all finished cases of level smoke, and a
sample of the other finished cases. The sample is drawn anew each time and cannot be predicted.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

from samebits.conformance.results.records import CaseResult

SHARE = 0.05
"""The fraction of the finished cases above level smoke that is repeated."""


def asked_again(finished: Iterable[CaseResult]) -> dict[str, CaseResult]:
    """Return, by id, the finished results whose cases a resumed run repeats.

    All of these results are passes.
    """
    passed = [result for result in finished if result.outcome == "pass"]
    smoke = [result for result in passed if result.level == "smoke"]
    others = [result for result in passed if result.level != "smoke"]
    drawn = random.SystemRandom().sample(others, math.ceil(len(others) * SHARE))
    return {result.id: result for result in (*smoke, *drawn)}


def change(before: CaseResult, now: CaseResult) -> str:
    """Describe how the result of a finished case differs from its new result, or return ""."""
    if now.outcome != before.outcome:
        reason = f" ({now.reason})" if now.reason else ""
        return f"{before.id} has the outcome {before.outcome} there and {now.outcome} now{reason}"
    if now.elements != before.elements and now.kind != "law":  # a law's count may vary
        return f"{before.id} compared {before.elements:,} elements there and {now.elements:,} now"
    return ""


def refusal(difference: str) -> str:
    """Return the line that explains why a run cannot be resumed."""
    return (
        f"the interrupted report cannot be resumed: {difference}; the backend, what it loads or "
        "this machine has changed: run without --resume to begin anew"
    )
