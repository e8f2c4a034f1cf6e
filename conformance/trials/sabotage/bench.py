"""Judge one fault after the other in the same process and host, case by case."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from samebits.backends.hosting.link import Link
from samebits.backends.hosting.remote import command_of
from samebits.backends.hosting.session import RemoteSession
from samebits.backends.protocol import Device
from samebits.common.errors import SamebitsError
from samebits.conformance.calls.subject import Subject
from samebits.conformance.judging.casework import judge_case
from samebits.conformance.judging.lawwork import judge_law
from samebits.conformance.judging.options import DEADLINE
from samebits.conformance.judging.plan import Work, calls_of, everything, kind_of_work, set_of
from samebits.conformance.judging.questionwork import judge_drawn
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.questions.wanted import Answers
from samebits.conformance.results.records import CaseResult
from samebits.conformance.results.verdict import FAILURES
from samebits.conformance.trials.sabotage.backend import HONEST, backend
from samebits.conformance.trials.sabotage.judged import Judged
from samebits.conformance.trials.sabotage.named_faults import Fault
from samebits.spec.catalog import get_op
from samebits.spec.profiles import level_includes
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.reader import Vectors

_FORMS = ("networks", "mixed", "operands", "reach", "blocks", "stretches")

SPELLED = "py:samebits.conformance.trials.sabotage.backend:backend"

CAUGHT = "fail"
NOT_JUDGED = "not judged"
"""The outcome of a fault that could not be judged.

A case had an unexpected outcome, or failed although the predicate was never true.
"""

_TRIES = 2


@dataclass(frozen=True, slots=True)
class _Found:
    """The case with which the judging of a fault ended, and the number of calls until then."""

    item: Work | None
    outcome: str
    cases: int
    calls: int
    held: int
    catching: Sequence[str]
    spent: Mapping[str, float]


class Bench:
    """A host in which faults are judged one after the other, and the work of each op and format."""

    def __init__(self, answers: Path) -> None:
        self._answers = Answers(answers)
        self._vectors = Vectors.open()
        self._link: Link | None = None
        self._op = ""
        self._work: Sequence[Work] = ()
        self._passed: set[tuple[str, str]] = set()

    def judge(self, fault: Fault, seed: str, *, every_case: bool = False) -> Judged:
        """Run the cases of the op and format until one fails.

        Raises SamebitsError if the device `honest` fails that case, too.
        """
        level = fault.kind.level if fault.within else "standard"
        work = sorted(self._of(fault.op, fault.label, level), key=_turn)
        started = time.perf_counter()
        for _ in range(_TRIES):
            found = self._first_failure(fault, work, seed, every_case=every_case)
            if found.outcome in ("", CAUGHT):
                break
        if found.item is not None and found.outcome == CAUGHT:
            self._put_to_the_honest(found.item, seed)
        return Judged(
            fault=fault.name,
            op_class=get_op(fault.op).op_class,
            within=fault.within,
            level=level,
            seed=seed,
            caught_by=found.item.id if found.item and found.outcome == CAUGHT else "",
            kind=_kind(found.item) if found.item and found.outcome == CAUGHT else "",
            outcome=found.outcome,
            cases=found.cases,
            calls=found.calls,
            held=found.held,
            seconds=round(time.perf_counter() - started, 3),
            catching=found.catching,
            spent=found.spent,
        )

    def _first_failure(
        self, fault: Fault, work: Sequence[Work], seed: str, *, every_case: bool = False
    ) -> _Found:
        """Run cases until one fails in which the predicate was true. Other failures do not count.

        With `every_case` the remaining cases are run as well, to find out which kinds of cases
        fail.
        """
        subject = self._open(fault.name)
        calls = held = cases = 0
        failed = None
        outcome = ""
        catching: dict[str, None] = {}
        spent: Counter[str] = Counter()
        for item in work:
            cases += 1
            began = time.perf_counter()
            result = self._put(subject, item, seed)
            spent[_kind(item)] += time.perf_counter() - began
            if outcome == CAUGHT and result.outcome in FAILURES and result.outcome != CAUGHT:
                break  # the fault has crashed the host, so no other case can be run
            if result.outcome in FAILURES and result.outcome != CAUGHT:
                failed, outcome = item, NOT_JUDGED  # the machine was stalled, or the host crashed
                break
            before = held
            calls, held = _told(subject)
            if result.outcome == CAUGHT and held > before:
                catching[_kind(item)] = None
            if result.outcome == CAUGHT and outcome != CAUGHT:
                failed, outcome = item, CAUGHT if held > before else NOT_JUDGED
                if not every_case or outcome == NOT_JUDGED:
                    break
        self._leave(subject)
        if not every_case:
            return _Found(failed, outcome, cases, calls, held, [], {})
        seconds = {kind: round(value, 3) for kind, value in spent.items()}
        return _Found(failed, outcome, cases, calls, held, list(catching), seconds)

    def again(self, judged: Judged, fault: Fault, seeds: Sequence[str]) -> Judged:
        """Run the drawn questions and laws of other seeds on a survivor.

        Returns the result with the number of seeds, and the number of seeds that caught the fault.
        """
        caught = 0
        for seed in seeds:
            every = sorted(self._of(fault.op, fault.label, judged.level), key=_turn)
            work = [item for item in every if _depends(item)]
            caught += self._first_failure(fault, work, seed).outcome == CAUGHT
        return replace(judged, tried=len(seeds), again=caught)

    def close(self) -> None:
        """Stop the host."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def _of(self, op: str, label: str, level: str) -> list[Work]:
        """Return the planned work of an op and format.

        Cases with real inputs and whole certificates are left out.
        """
        if self._op != op:
            self._op, self._work = op, everything(self._vectors, [op], "full")
        return [
            item
            for item in self._work
            if level_includes(level, item.level)
            and not isinstance(item, ExhaustiveCase)
            and set_of(item) in ("golden", "law", "drawn")
            and _label(item) == label
        ]

    def _put_to_the_honest(self, item: Work, seed: str) -> None:
        """Run the case that caught a fault on the device `honest`.

        Raises SamebitsError if the case fails there, too.
        """
        if (item.id, seed) in self._passed:
            return
        for _ in range(_TRIES):
            subject = self._open(HONEST)
            result = self._put(subject, item, seed)
            self._leave(subject)
            if result.outcome not in FAILURES:
                self._passed.add((item.id, seed))
                return
            if result.outcome == CAUGHT:
                break  # other outcomes may be caused by a stalled machine
        text = f"{item.id}, seed {seed}, fails the honest backend: {result.reason}"
        raise SamebitsError(text)

    def _put(self, subject: Subject, item: Work, seed: str) -> CaseResult:
        """Judge a case as a worker of the judge does, but do not explain a failure."""
        assert not isinstance(item, ExhaustiveCase)
        if isinstance(item, DrawnCase):
            armed = lambda: subject.within(DEADLINE)  # noqa: E731
            return judge_drawn(subject, item, seed, self._answers, armed)[0]
        with subject.within(DEADLINE):
            if isinstance(item, LawCase):
                return judge_law(subject, item, seed)
            return judge_case(subject, item)[0]

    def _open(self, device: str) -> Subject:
        """Open a session with this fault, in the host of the previous fault if it is usable."""
        command = command_of(SPELLED)
        if self._link is None:
            self._link = Link(command)
        session = RemoteSession(command, device, self._link)
        return Subject(SPELLED, backend, Device(device, device), session)

    def _leave(self, subject: Subject) -> None:
        """Keep the host for the next fault, unless a case has ended the host."""
        if self._link is not None and not self._link.process.alive:
            self._link = None  # the session has closed this link, and may have opened a new one
            subject.session.__exit__(None, None, None)


def _told(subject: Subject) -> tuple[int, int]:
    """Return the number of calls of the op and format, and how often the predicate was true."""
    told = subject.session.environment()
    return int(told["calls"]), int(told["held"])


def _label(item: Work) -> str:
    return item.label if isinstance(item, LawCase | DrawnCase) else calls_of(item)[0].label


def _kind(item: Work) -> str:
    """Return "golden", the name of a law, or the form of a drawn question."""
    if isinstance(item, LawCase):
        return f"law {item.law}"
    return f"drawn {item.form}" if isinstance(item, DrawnCase) else kind_of_work(item)


def _turn(item: Work) -> tuple[int, int, str]:
    """Return the sort key of a case.

    Drawn questions come first, because they test most in little time. Golden cases follow, small
    ones first. The order does not depend on measured times, so that every run sends the same calls
    to a fault.
    """
    if isinstance(item, DrawnCase):
        return _FORMS.index(item.form), 0, item.id
    if isinstance(item, LawCase):
        return len(_FORMS) + 1, 0, item.id
    return len(_FORMS), 0 if isinstance(item, ExhaustiveCase) else item.elements(), item.id


def _depends(item: Work) -> bool:
    """Return whether a case depends on the seed."""
    return isinstance(item, LawCase | DrawnCase)
