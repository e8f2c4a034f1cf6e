"""Hypothesis as the judge uses it: with one seed, without a database, without deadlines.

So a law asks the same questions on every machine, and a smaller example is found where one breaks.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from typing import TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, strategies
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Flaky, NoSuchExample

from samebits.conformance.laws.law import Finding

T = TypeVar("T")

EXAMPLES = 12

_SEED = 0


@cache
def _home() -> None:
    """Nothing is left in the folder that the user stands in."""
    set_hypothesis_home_dir(tempfile.gettempdir())


def search(
    strategy: strategies.SearchStrategy[T],
    holds: Callable[[T], Finding | None],
    examples: int = EXAMPLES,
) -> Finding | None:
    """The finding of the smallest value for which there is one, or None."""
    _home()
    found: list[Finding] = []

    def broken(value: T) -> bool:
        finding = holds(value)
        if finding is not None:
            found.append(finding)
        return finding is not None

    settings = hypothesis.settings(
        database=None,
        deadline=None,
        max_examples=examples,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        verbosity=hypothesis.Verbosity.quiet,
        report_multiple_bugs=False,
    )
    # Unlike `given`, `find` does not read and tokenize the source of its caller for every search.
    with suppress(NoSuchExample, Flaky):  # flaky: it broke once, which is enough
        hypothesis.find(strategy, broken, settings=settings, random=Random(_SEED))
    return found[-1] if found else None
