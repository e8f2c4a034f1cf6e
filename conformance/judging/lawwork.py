"""Judging one law on one op and label: its specimens are checked until one breaks the law.

A breach is attributed to the law's subject only under two conditions: it was seen several times
with the same bits, and the unchanged call gave equal bits when it was repeated. A breach that comes
and goes is repeated in two new hosts. It is called a race if their bits differ, and history if
their bits are equal. A result that was left unwritten is called unwritten, for any law.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from samebits.backends.protocol import Array, BackendError, Session
from samebits.conformance.calls.comparison import largest, ulp_distance
from samebits.conformance.calls.replaying import Ask, same_bits, told_apart
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import one_line
from samebits.conformance.judging.casework import frame, outcome_of
from samebits.conformance.laws.answered import Answered
from samebits.conformance.laws.law import (
    Bench,
    Bits,
    Finding,
    Law,
    NotApplicableError,
    NotPossibleError,
)
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.laws.running import LeftError, UnsteadyError
from samebits.conformance.questions.wanted import Answers
from samebits.conformance.results.records import (
    MAX_EXAMPLES,
    CaseResult,
    Diagnosis,
    Example,
    Outcome,
)
from samebits.conformance.scenes.layouts import MOVES, Move, all_shifted
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format

ONE_SIDE, OTHER_SIDE, FORMAT = "one side", "other side", "format"
"""Keys of a diagnosis's details: the names of the two compared sides, and their format."""

ADDRESS = "address"
"""Name of the diagnosis for bits that depend on the address of operands or results."""

CHECKS, CALLS, REPLAYED = 4, 8, 24
"""Numbers of repetitions before a breach is attributed to the law.

`CHECKS`: checks of the broken law. `CALLS`: runs of its unchanged call. `REPLAYED`: runs of the
call in a new host.
"""


def law_result(case: LawCase, outcome: Outcome, reason: str = "") -> CaseResult:
    """Return the bare result of a law case."""
    return frame(case, "law", outcome, reason)


def judge_law(
    subject: Subject, case: LawCase, seed: str = "", answers: Answers | None = None
) -> CaseResult:
    """Check a law on a session.

    Operands are drawn from `seed` (hexadecimal; "": fixed operands). If the law is not applicable
    to one specimen, the others are still checked. One specimen is enough for a graph that the
    session runs node by node, because its nodes have laws too. `answers` stores the results of the
    NumPy route for the other devices of the run.
    """
    kept = answers or Answers(None)
    answered = Answered(kept.known(case.id, seed))
    bench = Bench(subject.session, subject.threads, subject.promises, answered)
    result = _judged(subject, bench, case, seed)
    if answered.is_new:
        kept.learn(case.id, seed, answered.known)
    return result


def _judged(subject: Subject, bench: Bench, case: LawCase, seed: str) -> CaseResult:
    """Return the result of a law that is checked on each of its specimens."""
    law = all_laws()[case.law]
    repeat = subject.explain_command(case.id, seed)
    started = time.perf_counter()
    elements = 0
    lacking = ""
    try:
        for specimen in case.specimens(int(seed or "0", 16)):
            if elements and not bench.session.supports(specimen.call):
                continue  # it runs node by node, and its nodes' laws use all specimens
            try:
                broken = _put(bench, law, case, specimen)
            except NotApplicableError as reason:
                lacking = lacking or str(reason)
                continue
            if broken is not None:
                return replace(broken, repeat=repeat)
            elements += 1
    except NotPossibleError as reason:
        return law_result(case, "not_run", str(reason))
    except BackendError as error:
        return replace(law_result(case, outcome_of(error), one_line(error)), repeat=repeat)
    if lacking:
        return law_result(case, "not_applicable", lacking)
    seconds = round(time.perf_counter() - started, 6)
    return replace(law_result(case, "pass"), elements=elements, seconds=seconds)


def _put(bench: Bench, law: Law, case: LawCase, specimen: Specimen) -> CaseResult | None:
    """Return the failing result of one specimen, or None if the law holds."""
    try:
        finding = law.check(bench, specimen)
        if finding is None:
            return None
        wanted, got, name = finding.base, finding.other, finding.format
        text, diagnosis = f"{finding.text}; {finding.specimen}", _diagnosis(bench, law, finding)
    except LeftError as left:
        name = left.call.outputs[left.output]
        got, wanted = left.bits, np.where(left.where, ~left.bits, left.bits)
        text, diagnosis = f"{left}; met by {specimen}", _left(bench, law, left, specimen)
        return _failing(case, text, wanted, got, name, diagnosis, known=False)
    return _failing(case, text, wanted, got, name, diagnosis)


def _failing(
    case: LawCase,
    text: str,
    wanted: Bits,
    got: Bits,
    name: str,
    diagnosis: Diagnosis,
    *,
    known: bool = True,
) -> CaseResult:
    """Return a failing result with the first elements that differ.

    If `known` is false, `wanted` is only a placeholder and is not shown.
    """
    base, other = wanted.reshape(-1), got.reshape(-1)
    where = np.flatnonzero(base != other)
    distances = ulp_distance(base[where], other[where], name) if known else []
    form = get_format(name)
    examples = tuple(
        Example(
            f"{case.id}@{at}",
            int(at),
            (),
            form.hex(int(base[at])) if known else "",
            form.hex(int(other[at])),
            distances[place] if known else None,
        )
        for place, at in enumerate(where[:MAX_EXAMPLES])
    )
    return replace(
        law_result(case, "fail", text),
        elements=base.size,
        wrong=int(where.size),
        max_ulp=largest(distances) if known else None,
        examples=examples,
        diagnosis=diagnosis,
    )


def _left(bench: Bench, law: Law, left: LeftError, specimen: Specimen) -> Diagnosis:
    """Return the diagnosis of a result that was left unwritten or did not repeat.

    Elements that still have two different fills after two runs are unwritten. Bits that did not
    repeat are replayed in two new hosts.
    """
    name, again = ("unwritten", "two different fills were left as they were")
    if isinstance(left, UnsteadyError):
        name, again = told_apart(bench.session, _putting(bench, law, specimen))
    details = {
        "law": law.says,
        "specimen": str(specimen),
        "call": str(left.call),
        FORMAT: left.call.outputs[left.output],
        ONE_SIDE: "not compared",
        OTHER_SIDE: left.what.removeprefix("were ").removeprefix("have "),
    }
    return Diagnosis(name, f"{left}: {again}", True, details)


def _diagnosis(bench: Bench, law: Law, finding: Finding) -> Diagnosis:
    """Return the diagnosis of a broken law.

    It is `address` if a change of addresses is enough to explain the breach, and `law:NAME` if the
    law breaks in the same way each time. Otherwise two new hosts show whether it is a race or
    history.
    """
    details = {
        "law": law.says,
        "specimen": str(finding.specimen),
        FORMAT: finding.format,
        ONE_SIDE: finding.sides[0],
        OTHER_SIDE: finding.sides[1],
        **_first_difference(finding),
    }
    trouble = _comes_and_goes(bench, law, finding)
    moved = _other_at(bench, finding.specimen) if trouble or law.moves_arrays else ""
    if moved:
        details["when repeated"] = f"{trouble}; {moved}" if trouble else moved
        return Diagnosis(ADDRESS, f"{moved}; first seen as: {finding.text}", True, details)
    if trouble is None:
        details["when repeated"] = f"the same bits differ in all of {CHECKS + 1} times"
        return Diagnosis(f"law:{law.name}", finding.text, True, details)
    details["when repeated"] = trouble
    name, why = told_apart(bench.session, _putting(bench, law, finding.specimen))
    text = f"{why}; {trouble}; first seen as: {finding.text}"
    return Diagnosis(name, text, True, details)


def _putting(bench: Bench, law: Law, specimen: Specimen) -> Ask:
    """Return a function that checks the law and then runs its unchanged call on a session.

    A law whose calls run concurrently may break differently each time, so for this law only the
    call is made.
    """

    def ask(session: Session) -> tuple[list[Bits], bool]:
        fresh, found = replace(bench, session=session), []
        try:
            finding = None if law.meets_others else law.check(fresh, specimen)
            found = [] if finding is None else [finding.base, finding.other]
            operands = all_shifted(specimen.operands(), 0)
            calls = [fresh.run(specimen.call, operands) for _ in range(REPLAYED)]
        except LeftError as left:
            return [left.bits], True
        seen = bool(found) or not all(same_bits(calls[0], again) for again in calls)
        return [*found, *(bits for again in calls for bits in again)], seen

    return ask


def _first_difference(finding: Finding) -> Mapping[str, str]:
    differing = np.argwhere(finding.base != finding.other)
    if not len(differing):
        return {}
    place = tuple(int(i) for i in differing[0])
    form = get_format(finding.format)
    bits = (form.hex(int(side[place])) for side in (finding.base, finding.other))
    result = f"result {finding.output}, " if len(finding.specimen.call.outputs) > 1 else ""
    element = f"element {list(place)}" if place else "the only element"
    return {
        "first difference": f"{result}{element}: {' against '.join(bits)}",
        "elements": f"{len(differing)} of {finding.base.size} differ",
    }


def _other_at(bench: Bench, specimen: Specimen) -> str:
    """Return a sentence if the address of the operands changes the bits, else "".

    The bits must repeat at each address. Operands of equal shape and format are also passed as one
    array, so that all have the same address.
    """
    operands = specimen.operands()
    found = _at_offsets(bench, specimen, operands)
    is_alike = len(operands) > 1 and len({(x.shape, x.dtype) for x in operands}) == 1
    if not found and is_alike and not specimen.limits:  # an array cannot be its own index
        return _at_offsets(bench, specimen, [operands[0]] * len(operands))
    return found


def _at_offsets(bench: Bench, specimen: Specimen, operands: Sequence[Array]) -> str:
    call = specimen.call
    shapes = get_op(call.op).output_shapes(call, specimen.shapes)

    def repeated(move: Move) -> list[Bits] | None:
        runs = [bench.run(call, *move.arrays(call, operands, shapes)) for _ in range(CHECKS)]
        return runs[0] if all(same_bits(run, runs[0]) for run in runs) else None

    base, *moved = (repeated(move) for move in (Move(), *MOVES))
    steady = [bits for bits in moved if bits is not None]
    if base is None or len(steady) < len(MOVES):
        return ""
    others = (move for move, bits in zip(MOVES, steady, strict=True) if not same_bits(bits, base))
    other = next(others, None)
    return "" if other is None else f"the bits depend on the address: {other}"


def _comes_and_goes(bench: Bench, law: Law, finding: Finding) -> str | None:
    """Describe how the breach changed on repetition, or return None if it is always the same.

    A law whose calls run concurrently may break differently each time, so for this law only its
    call is repeated.
    """
    specimen = finding.specimen
    operands = specimen.operands()
    first = bench.run(specimen.call, operands)
    for time_ in range(2, CALLS + 1):
        again = bench.run(specimen.call, operands)
        if not same_bits(first, again):
            return f"the same call, made again as it is, has other bits at call {time_}"
    if law.meets_others:
        return None
    for count in range(1, CHECKS + 1):
        other = law.check(bench, specimen)
        if other is None:
            return f"not seen at time {count + 1} of putting the law"
        if other.text != finding.text or not np.array_equal(other.other, finding.other):
            return f"seen otherwise at time {count + 1} of putting the law: {other.text}"
    return None
