"""Judging one golden or real case: run it, compare the results, and explain a failure.

Judging and explaining are two steps. The runner stores the bare result before it asks for an
explanation, so the failure is recorded even if the explanation hangs or crashes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from samebits.backends.hosting.process import HostError
from samebits.backends.protocol import Array, BackendError, Session
from samebits.conformance.calls.comparison import Comparison, compare_frozen
from samebits.conformance.calls.produce import Produced, produce
from samebits.conformance.calls.replaying import told_apart
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import one_line
from samebits.conformance.results.records import CaseResult, Diagnosis, Kind, Outcome
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call
from samebits.vectors.case import Case
from samebits.vectors.certificates import ExhaustiveCase


class Named(Protocol):
    """A planned test with an id, such as a law, a drawn question or a refused call."""

    @property
    def id(self) -> str:
        """Return the id that plans and reports use."""

    @property
    def op(self) -> str:
        """Return the name of the op that the test is about."""

    @property
    def label(self) -> str:
        """Return the label: the formats of the calls as a short text."""

    @property
    def profile(self) -> str:
        """Return the name of the op's profile."""

    @property
    def level(self) -> str:
        """Return the lowest level that contains the test."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The data of a failing case: operands, returned arrays, and their comparison."""

    inputs: Sequence[Array]
    produced: Produced
    found: Comparison


def kind_of(case: Case | ExhaustiveCase) -> Kind:
    """Return `real` for a case whose operands come from a real network, else `vector`."""
    return "real" if case.set == "real" else "vector"


def base_result(case: Case | ExhaustiveCase, outcome: Outcome, reason: str = "") -> CaseResult:
    """Return the bare result of a golden or real case, with its flags."""
    return CaseResult(
        id=case.id,
        kind=kind_of(case),
        op=case.call.op,
        label=case.call.label,
        profile=case.profile,
        level=case.level,
        flags=tuple(case.flags),
        outcome=outcome,
        reason=reason,
    )


def frame(case: Named, kind: Kind, outcome: Outcome, reason: str = "") -> CaseResult:
    """Return the bare result of a test without flags, such as a law or a drawn question."""
    return CaseResult(
        id=case.id,
        kind=kind,
        op=case.op,
        label=case.label,
        profile=case.profile,
        level=case.level,
        outcome=outcome,
        reason=reason,
    )


def judge_case(subject: Subject, case: Case) -> tuple[CaseResult, Evidence | None]:
    """Run and compare one case. Evidence is returned exactly when the outcome is `fail`."""
    missing = case.available()
    if missing is not None:
        return base_result(case, "not_run", missing), None
    expected = case.expected()
    # The operands are copied for two reasons: copies are aligned, and equal operands, which the
    # pool stores only once, must not share memory.
    inputs = [x.copy() for x in case.inputs()]
    started = time.perf_counter()
    try:
        produced = produce(subject.session, case.call, inputs, case.output_shapes)
    except BackendError as error:
        result = base_result(case, outcome_of(error), one_line(error))
        return replace(result, repeat=subject.explain_command(case.id)), None
    seconds = time.perf_counter() - started
    found = compare_frozen(case, produced.outputs, expected=expected)
    result = replace(base_result(case, "pass"), elements=found.elements, seconds=round(seconds, 6))
    if found.equal and not produced.troubles:
        return result, None
    return _failing(result, subject, produced, found), Evidence(inputs, produced, found)


def explain_case(
    subject: Subject, case: Case, result: CaseResult, evidence: Evidence
) -> CaseResult:
    """Return a failing result with its wrong elements located and its kind of mistake named."""

    def again(session: Session) -> Produced:
        return produce(session, case.call, evidence.inputs, case.output_shapes)

    found = evidence.found
    if found.bad_blocks:
        from samebits.conformance.calls.narrow import narrow

        found = narrow(case, evidence.produced.outputs, found, inputs=evidence.inputs)
        result = _failing(result, subject, evidence.produced, found)
    if found.equal:
        return replace(result, diagnosis=unsteady(subject.session, evidence.produced, again))
    outputs = evidence.produced.outputs
    diagnosis, trouble = diagnose_safely(
        subject.session, case.call, evidence.inputs, found.wanted, outputs
    )
    reason = f"{result.reason}; {trouble}" if trouble else result.reason
    return replace(result, diagnosis=diagnosis, reason=reason)


def unsteady(
    session: Session, produced: Produced, again: Callable[[Session], Produced]
) -> Diagnosis | None:
    """Return the diagnosis for right bits that changed on repetition, or None if none changed.

    `again` makes the call on a session in the same way as when it was judged.
    """
    if not produced.changed_count:
        return None

    def ask(fresh: Session) -> tuple[list[Array], bool]:
        found = again(fresh)
        changed = found.fills.changed if found.fills else []
        return [*map(bits_of, found.outputs), *changed], found.changed_count > 0

    name, text = told_apart(session, ask)
    return Diagnosis(name, f"the same call, made again, gives other bits; it {text}", True)


def outcome_of(error: BackendError) -> Outcome:
    """Return the outcome of a case for an error of its backend.

    It is the outcome that a HostError states, or `error`.
    """
    return error.outcome if isinstance(error, HostError) else "error"


def diagnose_safely(
    session: Session,
    call: Call,
    inputs: Sequence[Array],
    wanted: list[Array] | None,
    got: Sequence[Array],
) -> tuple[Diagnosis | None, str]:
    """Return the diagnosis, or None and the reason.

    An error in the diagnosis becomes the reason and is not raised.
    """
    try:
        from samebits.conformance.diagnosis import diagnose

        return diagnose(session, call, inputs, wanted, list(got)), ""
    except Exception as error:  # the subject is wrong already and may fail in any way
        return None, f"no diagnosis: {one_line(error)}"


def _failing(
    result: CaseResult, subject: Subject, produced: Produced, found: Comparison
) -> CaseResult:
    parts = [*produced.troubles, *([] if found.equal else [found.text()])]
    address = found.examples[0].address if found.examples else result.id
    return replace(
        result,
        outcome="fail",
        reason="; ".join(parts),
        elements=found.elements,
        wrong=max(found.wrong, produced.unwritten_count, produced.changed_count),
        max_ulp=found.max_ulp,
        examples=found.examples,
        repeat=subject.explain_command(address),
    )
