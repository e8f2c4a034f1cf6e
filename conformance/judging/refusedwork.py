"""Judging one group of malformed calls: each must be refused without writing anything (C2).

`supports` is never asked about a malformed call, because its answers are about well-formed calls
(C2.6). Each malformed call is sent as a `run`. After the last one, a well-formed call of the same
op must return its known bits (C2.5).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from samebits.backends.hosting.link import RefusedError
from samebits.backends.hosting.session import RemoteSession
from samebits.backends.protocol import Array, BackendError, Session
from samebits.conformance.calls.comparison import compare_frozen
from samebits.conformance.calls.produce import produce
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import one_line
from samebits.conformance.judging.casework import frame, outcome_of
from samebits.conformance.judging.conclusion import ABOUT_REFUSALS
from samebits.conformance.refused.malformed import Malformed
from samebits.conformance.refused.refused_catalog import RefusedCase
from samebits.conformance.results.records import CaseResult, Diagnosis, Outcome

MISSING, LATE, LASTING = (f"{ABOUT_REFUSALS}{what}" for what in ("missing", "late", "lasting"))
"""Names of diagnoses for a group of malformed calls.

MISSING: a call was not refused. LATE: a call was refused after a result had been written. LASTING:
the refusals change later calls.
"""


NEW_HOSTS = 4
"""The number of golden cases that a process may repeat in a new host that has refused no call."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a malformed call: the text of its refusal, and the number of bytes written.

    `refused` is empty if the call was not refused.
    """

    call: Malformed
    refused: str
    written: int

    @property
    def is_right(self) -> bool:
        """Return whether the call was refused and wrote no result."""
        return bool(self.refused) and not self.written

    @property
    def mistake(self) -> str:
        """Return the mistake as the name of a diagnosis, or "" if there is no mistake."""
        return "" if self.is_right else LATE if self.refused else MISSING

    def text(self) -> str:
        """Return the outcome in words."""
        if self.refused:
            late = f" after {_bytes(self.written)} had been written" if self.written else ""
            return f"refused{late}: {self.refused}"
        return f"computed, {_bytes(self.written)} written"


def refused_result(case: RefusedCase, outcome: Outcome, reason: str = "") -> CaseResult:
    """Return the bare result of a case with malformed calls."""
    return frame(case, "refused", outcome, reason)


def judge_refused(
    subject: Subject, case: RefusedCase, wrong_anyway: dict[str, str]
) -> tuple[CaseResult, CaseResult | None]:
    """Make every malformed call of the group, then the well-formed call.

    Returns the result, and None or a second result. The second result counts unless the golden case
    that follows also fails in this run. `wrong_anyway` maps golden cases that are wrong even
    without the refused calls to a description of their error. This function adds the cases that it
    finds.
    """
    calls = case.group().calls
    repeat = subject.explain_command(case.id)
    started = time.perf_counter()
    answers: list[Answer] = []
    for number, call in enumerate(calls):
        try:
            answers.append(put(subject.session, call))
        except BackendError as error:
            text = f"call {number + 1} of {len(calls)}: {one_line(error)}; put: {call}"
            result = replace(refused_result(case, outcome_of(error), text), repeat=repeat)
            return replace(result, elements=number + 1, wrong=1), None
    result = replace(refused_result(case, "pass"), elements=len(calls))
    wrong = [answer for answer in answers if not answer.is_right]
    if wrong:
        return replace(_failing(result, answers, wrong), repeat=repeat), None
    result = _follow(subject, case, result, wrong_anyway)
    if result.outcome != "pass":
        return replace(result, repeat=repeat), None
    said = wrong_anyway.get(case.known.id)
    unless = replace(_anyway(case, result, said), repeat=repeat) if said else None
    return replace(result, seconds=round(time.perf_counter() - started, 6)), unless


def put(session: Session, malformed: Malformed) -> Answer:
    """Make one malformed call, and check every byte of its poisoned results.

    Raises BackendError for an event that is neither a refusal nor an answer: a crash, a timeout, a
    host that broke the protocol, a write outside the results, or a lost device.
    """
    inputs, outputs = malformed.inputs(), malformed.outputs()
    untouched = [output.tobytes() for output in outputs]
    refused = ""
    try:
        session.run(malformed.call, inputs, outputs)
    except RefusedError as error:
        if error.lost:
            text = f"the device was lost by a call that is to be refused: {error}"
            raise BackendError(text) from error
        refused = one_line(error)
    except BackendError as error:
        if isinstance(session, RemoteSession):  # an error of the host, not a refusal
            raise
        refused = one_line(error)
    return Answer(malformed, refused, _written(outputs, untouched))


def _written(outputs: Sequence[Array], untouched: Sequence[bytes]) -> int:
    """Return the number of bytes of the results that were changed."""
    pairs = [(x.tobytes(), before) for x, before in zip(outputs, untouched, strict=True)]
    return sum(
        a != b for now, before in pairs if now != before for a, b in zip(now, before, strict=True)
    )


def _failing(result: CaseResult, put: Sequence[Answer], wrong: Sequence[Answer]) -> CaseResult:
    """Return the failing result for calls that were not refused, or were refused too late."""
    first = wrong[0]
    text = {
        MISSING: f"{len(wrong)} of {len(put)} calls that are errors were not refused",
        LATE: f"{len(wrong)} of {len(put)} calls were refused after results had been written",
    }[first.mistake]
    details = {"call": str(first.call), "wanted": "a refusal, and nothing written"}
    details["got"] = first.text()
    return replace(
        result,
        outcome="fail",
        wrong=len(wrong),
        reason=f"{text}; the first: {first.call}: {first.text()}",
        diagnosis=Diagnosis(first.mistake, text, True, details),
    )


def _follow(
    subject: Subject, case: RefusedCase, result: CaseResult, wrong_anyway: dict[str, str]
) -> CaseResult:
    """Return the result after the well-formed call that follows the refused calls (C2.5).

    If that call is wrong, it is repeated in a new host, which has not refused any call. If it is
    wrong there too, the golden case should fail in its own test, so this case does not report the
    error. At most NEW_HOSTS new hosts are started, since each takes seconds. After that, only the
    result of the golden case decides.
    """
    if case.known.id in wrong_anyway:
        return result
    outcome, text = _known(subject, case)
    if outcome == "pass":
        return result
    if isinstance(subject.session, RemoteSession):
        if len(wrong_anyway) >= NEW_HOSTS:
            wrong_anyway[case.known.id] = text
            return result
        subject.session.restart()
        again, text_again = _known(subject, case)
        if again != "pass":
            wrong_anyway[case.known.id] = f"{text_again}, in a new host too"
            return result
    return _lasting(case, result, outcome, text)


def _lasting(case: RefusedCase, result: CaseResult, outcome: Outcome, text: str) -> CaseResult:
    """Return the failing result for refused calls that change the well-formed call after them."""
    said = f"after {result.elements} refused calls the well-formed {case.known.id} {text}"
    diagnosis = Diagnosis(LASTING, said, True, {"call": case.known.id, "got": text})
    return replace(result, outcome=outcome, wrong=1, reason=said, diagnosis=diagnosis)


def _anyway(case: RefusedCase, result: CaseResult, text: str) -> CaseResult:
    """Return the failing result for a golden case that is wrong here but right in its own test.

    Effects of a refused call may outlive the host: in a driver, a file or a daemon.
    """
    lasting = f"{text}, and no result of {case.known.id} by itself says so"
    return _lasting(case, result, "fail", lasting)


def _known(subject: Subject, case: RefusedCase) -> tuple[Outcome, str]:
    """Return the outcome of the golden case that follows, and the description of its error."""
    known = case.known
    inputs = [x.copy() for x in known.inputs()]
    try:
        produced = produce(subject.session, known.call, inputs, known.output_shapes)
    except BackendError as error:
        return outcome_of(error), f"ends so: {one_line(error)}"
    found = compare_frozen(known, produced.outputs)
    if found.equal and not produced.troubles:
        return "pass", ""
    said = [*produced.troubles, *([] if found.equal else [found.text()])]
    return "fail", f"is not right: {'; '.join(said)}"


def _bytes(count: int) -> str:
    return f"{count} byte{'' if count == 1 else 's'}"
