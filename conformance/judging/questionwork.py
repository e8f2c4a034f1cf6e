"""Judging drawn questions: ask them in order, compare digests, then explain a failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from math import prod

from samebits.backends.protocol import BackendError, ConfigurableSession, Session
from samebits.common.errors import SamebitsError
from samebits.conformance.calls.comparison import compare_bits
from samebits.conformance.calls.produce import Produced
from samebits.conformance.calls.promises import Promises, refusal
from samebits.conformance.calls.replaying import HISTORY
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import one_line
from samebits.conformance.exhaustive.blocks import Bits
from samebits.conformance.judging.casework import diagnose_safely, frame, outcome_of, unsteady
from samebits.conformance.judging.exhaustivework import Blocks, explain_exhaustive, run_blocks
from samebits.conformance.laws.law import NotApplicableError
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.questions.certificate_blocks import drawn_blocks, regrouped
from samebits.conformance.questions.conditions import asked, other_conditions
from samebits.conformance.questions.crowd import asked_together
from samebits.conformance.questions.mixed import after_others
from samebits.conformance.questions.putting import ask, ask_each
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.refusals_between import is_refused
from samebits.conformance.questions.route import answerable
from samebits.conformance.questions.wanted import (
    Answers,
    Digests,
    answer,
    digests_of,
    has_digests,
)
from samebits.conformance.results.records import CaseResult, Outcome
from samebits.spec.formats import bits_of
from samebits.vectors.certificate import Certificate

REFUSALS = 2
"""The number of refused calls that a mixed case makes before it repeats a question.

Each refused call is of a different op.
"""

Armed = Callable[[], AbstractContextManager[None]]
"""A function that returns a context with the deadline for one message."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """The data of a failing case: the first wrong answer to a question, or wrong blocks."""

    number: int = 0
    after: str = ""
    question: Question | None = None
    produced: Produced | None = None
    blocks: Blocks | None = None


def drawn_result(case: DrawnCase, outcome: Outcome, reason: str = "") -> CaseResult:
    """Return the bare result of a case with drawn questions."""
    return frame(case, "drawn", outcome, reason)


def judge_drawn(
    subject: Subject, case: DrawnCase, seed: str, answers: Answers, armed: Armed
) -> tuple[CaseResult, Wrong | None]:
    """Judge one case. `Wrong` is returned exactly when the outcome is `fail`.

    Raises SamebitsError if the judge itself cannot make the questions or their answers.
    """
    questions = case.questions(seed)
    digests = answers.digests(case.id, seed, questions)
    certificate = case.proof.certificate() if case.proof else None
    run = _Run(subject, case.op, armed)
    started = time.perf_counter()
    try:
        if case.part == "threads":
            run.need_threads()
        if case.form == "mixed":
            questions, digests = run.supported(case.op, questions, digests)
        found = run.ask_all(questions, digests)
        if case.form == "mixed" and found is None:
            found = run.ask_again(questions, digests)
        if certificate is not None:
            found = run.ask_blocks(certificate, case, seed)
    except NotApplicableError as reason:
        return drawn_result(case, "not_applicable", str(reason)), None
    except _RefusedError as refused:
        return drawn_result(case, "unsupported", str(refused)), None
    except BackendError as error:
        result = drawn_result(case, outcome_of(error), f"{one_line(error)}{run.where()}")
        return replace(result, repeat=subject.explain_command(case.id, seed)), None
    seconds = round(time.perf_counter() - started, 6)
    result = replace(
        drawn_result(case, "pass"), elements=run.elements, seconds=seconds,
        left_out=tuple(sorted(run.left_out)),
    )  # fmt: skip
    if found is None:
        return result, None
    return _failing(result, found, subject.explain_command(case.id, seed)), found


def explain_drawn(
    subject: Subject, case: DrawnCase, result: CaseResult, wrong: Wrong
) -> CaseResult:
    """Return a failing result with its wrong elements located and its kind of mistake named."""
    if wrong.blocks is not None:
        assert case.proof is not None
        explained = explain_exhaustive(subject, case.proof, result, wrong.blocks)
        return explained if explained.examples else replace(explained, repeat=result.repeat)
    question, produced = wrong.question, wrong.produced
    assert question is not None
    assert produced is not None
    try:
        wanted = answer(question)
    except SamebitsError as error:
        return replace(result, reason=f"{result.reason}; {error}")

    def again(session: Session) -> Produced:
        return ask(session, question, subject.threads or 0)

    got = [bits_of(output) for output in produced.outputs]
    found = compare_bits(question, got, wanted)
    diagnosis, trouble = (
        (unsteady(subject.session, produced, again), "")
        if found.equal
        else diagnose_safely(
            subject.session, question.call, question.operands(), wanted, produced.outputs
        )
    )
    if diagnosis is not None and diagnosis.name == HISTORY:
        with suppress(BackendError):  # the subject is wrong already and may fail in any way
            if asked(subject, question, got):
                diagnosis = other_conditions(subject, question, got)
    parts = [result.reason, *([] if found.equal else [found.text()]), trouble]
    return replace(
        result,
        reason="; ".join(part for part in parts if part),
        elements=found.elements,
        wrong=max(found.wrong, produced.unwritten_count, produced.changed_count),
        max_ulp=found.max_ulp,
        examples=found.examples,
        diagnosis=diagnosis,
    )


def _failing(result: CaseResult, wrong: Wrong, repeat: str) -> CaseResult:
    """Return the result of a failing case before its elements are compared."""
    if wrong.blocks is not None:
        blocks = ", ".join(map(str, wrong.blocks.wrong))
        bad, reason = len(wrong.blocks.wrong), f"the digest of block {blocks} differs"
    else:
        assert wrong.produced is not None
        bad = wrong.produced.unwritten_count or wrong.produced.changed_count or 1
        reason = f"call {wrong.number + 1}{wrong.after}, {wrong.question}"
        reason += "".join(f": {trouble}" for trouble in wrong.produced.troubles)
    return replace(
        result, outcome="fail", wrong=bad, elements=max(result.elements, bad), reason=reason,
        repeat=repeat,
    )  # fmt: skip


def _named(questions: Iterable[Question]) -> set[str]:
    """Return the op and format of each question, such as `mul/f32`."""
    return {f"{question.call.op}/{question.call.label}" for question in questions}


class _RefusedError(Exception):
    """A drawn call that the session does not support."""


class _Run:
    """The progress of one case, and the ops and formats that were left out as unsupported."""

    def __init__(self, subject: Subject, op: str, armed: Armed) -> None:
        self.elements = 0
        self.left_out: set[str] = set()
        self._op = op
        self._subject = subject
        self._armed = armed
        self._asked: Question | None = None
        self._refusals: dict[str, str | None] = {}

    def where(self) -> str:
        """Return the last question as text, or "" if no question was asked."""
        return f"; asked {self._asked}" if self._asked is not None else ""

    def need_threads(self) -> None:
        """Raise NotApplicableError if the session cannot set its number of threads."""
        if not isinstance(self._subject.session, ConfigurableSession):
            raise NotApplicableError("the session has no configure(threads=...)")

    def supported(
        self, op: str, questions: Sequence[Question], digests: Sequence[Digests]
    ) -> tuple[list[Question], list[Digests]]:
        """Return the questions about `op`, and the supported questions about other ops.

        The ops and formats of unsupported questions are added to `left_out`, such as `mul/f32`.
        """
        pairs = zip(questions, digests, strict=True)
        left = [(q, d) for q, d in pairs if q.call.op == op or self._refusal(q) is None]
        self.left_out |= _named(questions) - _named(q for q, _ in left)
        return [q for q, _ in left], [d for _, d in left]

    def ask_all(self, questions: Sequence[Question], digests: Sequence[Digests]) -> Wrong | None:
        """Ask the questions in order, and return the first wrong answer, or None."""
        count, refused = self._until_refused(questions)
        session, threads = self._subject.session, self._subject.threads or 0
        asked = ask_each(session, questions[:count], threads, self._armed_for)
        for number, (question, produced) in enumerate(asked):
            self._count(sum(output.size for output in produced.outputs))
            results = [bits_of(output) for output in produced.outputs]
            if produced.troubles or not has_digests(results, digests[number]):
                before = f" after {questions[number - 1].call.op}" if number else ""
                return Wrong(number, before, question, produced)
        if refused:
            raise _RefusedError(f"{questions[count].call}: {refused}")
        return None

    def ask_again(self, questions: Sequence[Question], digests: Sequence[Digests]) -> Wrong | None:
        """Ask a question about the op again, after refused calls and from many threads."""
        pairs = zip(questions, digests, strict=True)
        own = next(
            ((q, d) for q, d in pairs if q.call.op == self._op and all(map(prod, q.output_shapes))),
            None,
        )
        others = [question for question in questions if question.call.op != self._op]
        if own is None:
            return None
        question, wanted = own
        for other in others[:: -(-len(others) // REFUSALS)] if others else ():
            with self._armed_for(other):
                is_refused(self._subject.session, other)
            wrong = self.ask_all([question], [wanted])
            if wrong is not None:
                return replace(wrong, after=f" after a refused call of {other.call.op}")
        with self._armed_for(question):
            found = asked_together(self._subject.session, question, others[0] if others else None)
        for produced in found:
            self._count(sum(output.size for output in produced.outputs))
            if not has_digests([bits_of(x) for x in produced.outputs], wanted):
                return Wrong(0, " from many threads at once", question, produced)
        return None

    def _until_refused(self, questions: Sequence[Question]) -> tuple[int, str]:
        """Return the number of questions before the first unsupported one, and the reason."""
        for number, question in enumerate(questions):
            self._asked = question
            refusal = self._refusal(question)
            if refusal is not None:
                return number, refusal
        return len(questions), ""

    def ask_blocks(self, certificate: Certificate, case: DrawnCase, seed: str) -> Wrong | None:
        """Run the drawn blocks, then ask about inputs of a block whose digest is right."""
        chosen = drawn_blocks(certificate, case.id, seed)
        right: dict[int, Bits] = {}
        found = run_blocks(
            self._subject.session, certificate, chosen, self._armed, self._count, right
        )
        if found.wrong:
            return Wrong(blocks=found)
        if answerable(case.op, case.label):
            return None  # `operands` and `reach` ask about shapes, addresses and threads
        block, bits = next(iter(right.items()))
        questions = regrouped(certificate, case.id, seed, block, bits)
        if case.form == "mixed":
            return self._ask_answered(case, after_others(seed, case.id, questions[1:]))
        return self._ask_answered(case, questions)

    def _ask_answered(self, case: DrawnCase, questions: Sequence[Question]) -> Wrong | None:
        """Ask the supported questions of a case. The NumPy route can answer all of them."""
        asked = self.supported(case.op, questions, [digests_of(answer(q)) for q in questions])
        found = self.ask_all(*asked)
        return self.ask_again(*asked) if case.form == "mixed" and not found else found

    def _refusal(self, question: Question) -> str | None:
        """Return the reason why the session does not support the call of a question, or None."""
        key = question.call.key()
        if key not in self._refusals:
            promises = self._promises(question)
            self._refusals[key] = refusal(self._subject.session, question.call, promises)
        return self._refusals[key]

    def _promises(self, question: Question) -> Promises:
        """Return the promises for a question: none for the op of the case, all for other ops.

        If the session refuses a call of the case's own op, the case is `unsupported`, not an error.
        """
        own = question.call.op == self._op
        return frozenset() if own else self._subject.promises

    def _count(self, inputs: int) -> None:
        self.elements += inputs

    @contextmanager
    def _armed_for(self, question: Question) -> Iterator[None]:
        """Apply the deadline to a message whose first call is `question`."""
        self._asked = question
        with self._armed():
            yield
