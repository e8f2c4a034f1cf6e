"""Judging one law on one op and label: every specimen in turn, until one breaks it."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from samebits.conformance.casework import one_line
from samebits.conformance.comparison import largest, ulp_distance
from samebits.conformance.laws.catalog import LawCase, all_laws
from samebits.conformance.laws.law import Bench, Finding, NotPossibleError
from samebits.conformance.records import MAX_EXAMPLES, CaseResult, Example, Outcome
from samebits.conformance.subject import Subject
from samebits.spec.formats import get_format


def law_result(case: LawCase, outcome: Outcome, reason: str = "") -> CaseResult:
    """The bare result of a law."""
    return CaseResult(
        id=case.id,
        kind="law",
        op=case.op,
        label=case.label,
        profile=case.profile,
        level=case.level,
        outcome=outcome,
        reason=reason,
    )


def judge_law(subject: Subject, case: LawCase) -> CaseResult:
    """Put a law to a session; whatever the backend raises is an error of the backend."""
    bench = Bench(subject.session, subject.threads)
    repeat = subject.certify_command(case.id, "standard")
    started = time.perf_counter()
    elements = 0
    try:
        for specimen in case.specimens():
            finding = all_laws()[case.law].check(bench, specimen)
            if finding is not None:
                return replace(_broken(case, finding), repeat=repeat)
            elements += 1
    except NotPossibleError as reason:
        return law_result(case, "not_run", str(reason))
    except (Exception, SystemExit) as error:  # whatever a backend raises is its outcome
        return replace(law_result(case, "error", one_line(error)), repeat=repeat)
    seconds = round(time.perf_counter() - started, 6)
    return replace(law_result(case, "pass"), elements=elements, seconds=seconds)


def _broken(case: LawCase, finding: Finding) -> CaseResult:
    base, other = finding.base.reshape(-1), finding.other.reshape(-1)
    where = np.flatnonzero(base != other)
    distances = ulp_distance(base[where], other[where], finding.format)
    form = get_format(finding.format)
    examples = tuple(
        Example(
            f"{case.id}@{at}",
            int(at),
            (),
            form.hex(int(base[at])),
            form.hex(int(other[at])),
            far,
        )
        for at, far in zip(where[:MAX_EXAMPLES], distances, strict=False)
    )
    return replace(
        law_result(case, "fail", f"{finding.text}; {finding.specimen}"),
        elements=base.size,
        wrong=int(where.size),
        max_ulp=largest(distances),
        examples=examples,
    )
