"""Judging one law on one op and label: every specimen in turn, until one breaks it."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from samebits.backends.protocol import BackendError
from samebits.conformance.casework import outcome_of
from samebits.conformance.comparison import largest, ulp_distance
from samebits.conformance.errors import one_line
from samebits.conformance.laws.catalog import LawCase, all_laws
from samebits.conformance.laws.law import Bench, Finding, NotApplicableError, NotPossibleError
from samebits.conformance.records import MAX_EXAMPLES, CaseResult, Diagnosis, Example, Outcome
from samebits.conformance.subject import Subject
from samebits.spec.formats import get_format

ONE_SIDE, OTHER_SIDE, FORMAT = "one side", "other side", "format"
"""Details of a diagnosis: what gave the bits shown as wanted, and as got, and their format."""


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
    """Put a law to a session; whatever the backend raises is an error of the backend.

    A specimen to which the law is not applicable does not excuse the others: they are put too.
    """
    bench = Bench(subject.session, subject.threads)
    repeat = subject.certify_command(case.id, "standard")
    started = time.perf_counter()
    elements = 0
    lacking = ""
    try:
        for specimen in case.specimens():
            check = all_laws()[case.law].check
            try:
                finding = check(bench, specimen)
            except NotApplicableError as reason:
                lacking = lacking or str(reason)
                continue
            if finding is not None:
                again = check(bench, specimen)
                return replace(
                    _broken(case, finding, again), repeat=subject.explain_command(case.id)
                )
            elements += 1
    except NotPossibleError as reason:
        return law_result(case, "not_run", str(reason))
    except BackendError as error:
        return replace(law_result(case, outcome_of(error), one_line(error)), repeat=repeat)
    if lacking:
        return law_result(case, "not_applicable", lacking)
    seconds = round(time.perf_counter() - started, 6)
    return replace(law_result(case, "pass"), elements=elements, seconds=seconds)


def _broken(case: LawCase, finding: Finding, again: Finding | None) -> CaseResult:
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
        diagnosis=_diagnosis(case, finding, again),
    )


def _diagnosis(case: LawCase, finding: Finding, again: Finding | None) -> Diagnosis:
    """What the two sides are and where they first differ; confirmed where it happened twice."""
    details = {
        "law": all_laws()[case.law].says,
        "specimen": str(finding.specimen),
        FORMAT: finding.format,
        ONE_SIDE: finding.sides[0],
        OTHER_SIDE: finding.sides[1],
    }
    differing = np.argwhere(finding.base != finding.other)
    if len(differing):
        place = tuple(int(i) for i in differing[0])
        form = get_format(finding.format)
        bits = (form.hex(int(side[place])) for side in (finding.base, finding.other))
        result = f"result {finding.output}, " if len(finding.specimen.call.outputs) > 1 else ""
        element = f"element {list(place)}" if place else "the only element"
        details["first difference"] = f"{result}{element}: {' against '.join(bits)}"
        details["elements"] = f"{len(differing)} of {finding.base.size} differ"
    same = (
        again is not None
        and again.text == finding.text
        and np.array_equal(again.other, finding.other)
    )
    if not same:
        seen = "not seen again" if again is None else f"seen otherwise: {again.text}"
        details["when repeated"] = f"{seen}; it comes and goes"
    return Diagnosis(f"law:{case.law}", finding.text, same, details)
