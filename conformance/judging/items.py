"""A pytest item for each planned case or law, and the worker that judges the items."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from samebits.backends.hosting.remote import ATTEMPTS
from samebits.backends.hosting.session import RemoteSession
from samebits.backends.protocol import BackendError
from samebits.conformance.calls.subject import Subject, open_subject
from samebits.conformance.errors import JudgeError, error_line, one_line
from samebits.conformance.exhaustive.pulse import Pulse
from samebits.conformance.judging.casework import explain_case, judge_case
from samebits.conformance.judging.exhaustivework import explain_exhaustive, judge_exhaustive
from samebits.conformance.judging.lawwork import judge_law
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import Work, bare_result
from samebits.conformance.judging.questionwork import explain_drawn, judge_drawn
from samebits.conformance.judging.refusedwork import judge_refused
from samebits.conformance.judging.trajectorywork import judge_trajectory
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.questions.wanted import Answers
from samebits.conformance.refused.refused_catalog import RefusedCase
from samebits.conformance.results.explanation import explain_lines
from samebits.conformance.results.records import CaseResult
from samebits.conformance.results.verdict import FAILURES
from samebits.conformance.results.waivers import Waiver, apply
from samebits.conformance.trajectories.trajectory_catalog import TrajectoryCase
from samebits.vectors.certificates import ExhaustiveCase

PROPERTY = "samebits"
"""Name of the pytest user property that carries a result, as JSON, to the controller."""

UNLESS = "samebits-unless"
"""Name of the property that carries a `Held` result."""

MOST_AGAIN = 20
"""The largest number of cases that one process repeats after SIGKILL ended a host."""


class CaseFailedError(Exception):
    """A failure of a case, which pytest shows as lines of text without a traceback."""

    def __init__(self, result: CaseResult) -> None:
        super().__init__(f"{result.id}: {result.outcome}")
        self.result = result


class Worker:
    """The judge of planned work in one process, with the subject in a host process.

    If the device cannot be opened here, every case of this process is an `error` with the reason.
    If `judge` raises an exception, the judge itself has failed.
    """

    def __init__(
        self, options: Options, waivers: tuple[Waiver, ...], promises: Iterable[str] = ()
    ) -> None:
        self._waivers = waivers
        self._deadline = options.deadline
        self._stack = ExitStack()
        self._pulse = Pulse(options.pulse)
        self._seed = options.seed
        self._answers = Answers(options.answers, options.secret)
        self._wrong_anyway: dict[str, str] = {}
        self._unless: CaseResult | None = None
        self._again = 0
        self._subject: Subject | None = None
        self._broken = ""
        try:
            opened = open_subject(options.backend, options.device, options.threads)
            subject = self._stack.enter_context(opened)
            self._subject = replace(subject, promises=frozenset(promises))
        except BackendError as error:
            self._broken = one_line(error)

    def judge(self, work: Work) -> CaseResult:
        """Return the result of one planned case or law, with waivers applied.

        If SIGKILL ends the host, the case is judged again, up to `ATTEMPTS` times in all. A host
        that was killed from outside is not to blame, and a host that kills itself does so each
        time. This process repeats at most `MOST_AGAIN` cases, so a backend cannot avoid failures by
        killing its host.
        """
        if self._subject is None:
            return apply(self._waivers, bare_result(work, "error", self._broken))
        for attempt in range(ATTEMPTS):
            before = self._kills()
            result = self._judge(self._subject, work)
            if self._kills() == before or self._again == MOST_AGAIN:
                break
            self._again += attempt + 1 < ATTEMPTS
        return apply(self._waivers, result)

    def unless(self) -> CaseResult | None:
        """Return the second result of the last refused case, or None.

        There is a second result if the golden case after the refused calls is wrong even without
        these calls. It replaces the first result, unless the golden case itself also fails in this
        run. Only the controller knows whether it fails.
        """
        return apply(self._waivers, self._unless) if self._unless else None

    def _kills(self) -> int:
        session = self._subject.session if self._subject else None
        return session.kills if isinstance(session, RemoteSession) else 0

    def _judge(self, subject: Subject, work: Work) -> CaseResult:
        self._unless = None
        if isinstance(work, ExhaustiveCase):
            return self._judge_exhaustive(subject, work)
        if isinstance(work, DrawnCase):
            return self._judge_drawn(subject, work)
        if isinstance(work, TrajectoryCase):
            return judge_trajectory(subject, work, lambda: subject.within(self._deadline))
        with subject.within(self._deadline):
            if isinstance(work, LawCase):
                return judge_law(subject, work, self._seed, self._answers)
            if isinstance(work, RefusedCase):
                result, self._unless = judge_refused(subject, work, self._wrong_anyway)
                return result
            result, evidence = judge_case(subject, work)
        if evidence is None:
            return result
        with subject.within(self._deadline):
            return explain_case(subject, work, result, evidence)

    def _judge_exhaustive(self, subject: Subject, case: ExhaustiveCase) -> CaseResult:
        """Judge all inputs of a function. The deadline applies to each block."""
        result, found = judge_exhaustive(
            subject, case, lambda: subject.within(self._deadline), self._pulse.tell
        )
        self._pulse.flush()
        if found is None:
            return result
        with subject.within(self._deadline):
            return explain_exhaustive(subject, case, result, found)

    def _judge_drawn(self, subject: Subject, case: DrawnCase) -> CaseResult:
        """Judge a case of drawn questions. The deadline applies to each call."""
        result, wrong = judge_drawn(
            subject, case, self._seed, self._answers, lambda: subject.within(self._deadline)
        )
        if wrong is None:
            return result
        with subject.within(self._deadline):
            return explain_drawn(subject, case, result, wrong)

    def close(self) -> None:
        """Close the session."""
        self._stack.close()


class CaseItem(pytest.Item):
    """A pytest item for one case or law. Its node id is the case id."""

    def __init__(self, *, work: Work, worker: Worker, **rest: Any) -> None:
        super().__init__(nodeid=work.id, **rest)
        self.work = work
        self.worker = worker

    def runtest(self) -> None:
        """Judge the work and attach the result to the item, for the controller."""
        result = self.worker.judge(self.work)
        self.user_properties.append((PROPERTY, json.dumps(result.to_json())))
        unless = self.worker.unless()
        if unless is not None and isinstance(self.work, RefusedCase):
            held = Held(self.work.known.id, unless)
            self.user_properties.append((UNLESS, json.dumps(held.to_json())))
        if result.outcome in FAILURES:
            raise CaseFailedError(result)
        if result.outcome != "pass":
            pytest.skip(f"{result.outcome}: {result.reason}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Return the failure as lines of text; only errors of the judge itself have a traceback."""
        if isinstance(excinfo.value, CaseFailedError):
            return "\n".join(explain_lines(excinfo.value.result))
        text = str(super().repr_failure(excinfo, style))
        error = excinfo.value
        return f"{text}\n{error_line(error)}" if isinstance(error, OSError) else text

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the id as the location: a case has no line in a source file."""
        return self.path, None, self.nodeid


class StoppedItem(pytest.Item):
    """A pytest item for a planned id that the judge itself cannot judge; `text` says why."""

    def __init__(self, *, text: str, name: str, **rest: Any) -> None:
        super().__init__(name=name, nodeid=name, **rest)
        self.text = text

    def runtest(self) -> None:
        """Raise JudgeError, so that the controller ends the run without a verdict."""
        raise JudgeError(self.text)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Return the reason in one line."""
        return self.text

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the id as the location of the item."""
        return self.path, None, self.nodeid


def result_of(report: pytest.TestReport) -> CaseResult | None:
    """Return the result that a report carries, or None if it carries no result."""
    found = dict(report.user_properties).get(PROPERTY)
    return None if found is None else CaseResult.from_json(json.loads(str(found)))


@dataclass(frozen=True, slots=True)
class Held:
    """A second result of a refused case. It counts unless the golden case `golden` fails."""

    golden: str
    result: CaseResult

    @classmethod
    def of(cls, report: pytest.TestReport) -> Held | None:
        """Return the second result that a report carries, or None if it carries none."""
        found = dict(report.user_properties).get(UNLESS)
        if found is None:
            return None
        golden, result = json.loads(str(found))
        return cls(golden, CaseResult.from_json(result))

    def to_json(self) -> list[Any]:
        """Return the two members in plain JSON types."""
        return [self.golden, self.result.to_json()]
