"""One pytest item for one planned case or law, and the worker that judges it."""

from __future__ import annotations

import json
import os
import warnings
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from samebits.conformance.casework import explain_case, judge_case
from samebits.conformance.errors import one_line
from samebits.conformance.exhaustive.judge import explain_exhaustive, judge_exhaustive
from samebits.conformance.exhaustive.pulse import Pulse
from samebits.conformance.explanation import explain_lines
from samebits.conformance.guard import MAIN, Guard
from samebits.conformance.laws.catalog import LawCase
from samebits.conformance.lawwork import judge_law
from samebits.conformance.options import Options
from samebits.conformance.plan import Work, bare_result
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.questions.wanted import Answers
from samebits.conformance.questions.work import explain_drawn, judge_drawn
from samebits.conformance.records import CaseResult
from samebits.conformance.subject import Subject, open_subject
from samebits.conformance.verdict import FAILURES
from samebits.conformance.waivers import Waiver, apply
from samebits.spec.errors import SamebitsError
from samebits.vectors.certificates import ExhaustiveCase

PROPERTY = "samebits"
"""Name of the user property that carries a result, as JSON, from a worker to the controller."""


_DEVICE_LOST = 75
"""Exit status of a worker whose device is lost; its last result is kept for the controller."""


class CaseFailedError(Exception):
    """A case speaks against conformance; shown by the item as lines for people."""

    def __init__(self, result: CaseResult) -> None:
        super().__init__(f"{result.id}: {result.outcome}")
        self.result = result


class Worker:
    """The subject as one process has it, and how it judges: under a deadline, with last words.

    A device that cannot be opened here makes every case of this process an error, with the reason.
    """

    def __init__(
        self, options: Options, waivers: tuple[Waiver, ...], folder: Path, name: str
    ) -> None:
        self._waivers = waivers
        self._stack = ExitStack()
        self._alone = name == MAIN
        self._guard = Guard(folder, name, options.deadline)
        self._stack.callback(self._guard.close)
        self._pulse = Pulse(options.pulse)
        self._seed = options.seed
        self._answers = Answers(options.answers)
        self._subject: Subject | None = None
        self._broken = ""
        try:
            opened = open_subject(options.backend, options.device, options.threads)
            with self._guard.armed():
                self._subject = self._stack.enter_context(opened)
        except SamebitsError as error:
            self._broken = one_line(error)

    def judge(self, work: Work) -> CaseResult:
        """The result of one planned case or law, waivers applied."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a subject's warnings are no part of its bits
            result = self._judge(work)
        if not self._alone and self._is_lost():
            # Every further case would fail: leave the result, and let a new process take over.
            self._guard.keep(result)
            os._exit(_DEVICE_LOST)
        return apply(self._waivers, result)

    def _is_lost(self) -> bool:
        """Whether the session says that this process can compute nothing more on its device."""
        return self._subject is not None and bool(getattr(self._subject.session, "is_lost", False))

    def _judge(self, work: Work) -> CaseResult:
        if self._subject is None:
            return bare_result(work, "error", self._broken)
        if isinstance(work, LawCase):
            with self._guard.armed():
                return judge_law(self._subject, work)
        try:
            if isinstance(work, ExhaustiveCase):
                return self._judge_exhaustive(self._subject, work)
            if isinstance(work, DrawnCase):
                return self._judge_drawn(self._subject, work)
            with self._guard.armed():
                result, evidence = judge_case(self._subject, work)
            if evidence is None:
                return result
            self._guard.keep(result)
            with self._guard.armed():
                result = explain_case(self._subject, work, result, evidence)
            self._guard.drop()
            return result
        except SamebitsError as error:  # the vectors, not the backend, could not be read
            return bare_result(work, "not_run", f"the judge stopped: {one_line(error)}")

    def _judge_exhaustive(self, subject: Subject, case: ExhaustiveCase) -> CaseResult:
        """All inputs of a function: the deadline is for each block of 2^20."""
        result, found = judge_exhaustive(subject, case, self._guard.armed, self._pulse.tell)
        self._pulse.flush()
        if found is None:
            return result
        self._guard.keep(result)
        with self._guard.armed():
            result = explain_exhaustive(subject, case, result, found)
        self._guard.drop()
        return result

    def _judge_drawn(self, subject: Subject, case: DrawnCase) -> CaseResult:
        """Questions drawn from the seed of the run: the deadline is for each call."""
        result, wrong = judge_drawn(subject, case, self._seed, self._answers, self._guard.armed)
        if wrong is None:
            return result
        self._guard.keep(result)
        with self._guard.armed():
            result = explain_drawn(subject, case, result, wrong)
        self._guard.drop()
        return result

    def close(self) -> None:
        """Close the session."""
        self._stack.close()


class CaseItem(pytest.Item):
    """One case or law; its node id is the case id."""

    def __init__(self, *, work: Work, worker: Worker, **rest: Any) -> None:
        super().__init__(nodeid=work.id, **rest)
        self.work = work
        self.worker = worker

    def runtest(self) -> None:
        """Judge, and leave the result for the controller."""
        result = self.worker.judge(self.work)
        self.user_properties.append((PROPERTY, json.dumps(result.to_json())))
        if result.outcome in FAILURES:
            raise CaseFailedError(result)
        if result.outcome != "pass":
            pytest.skip(f"{result.outcome}: {result.reason}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """The failure in lines for people; the judge's own mistakes with their traceback."""
        if isinstance(excinfo.value, CaseFailedError):
            return "\n".join(explain_lines(excinfo.value.result))
        return str(super().repr_failure(excinfo, style))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """A case has no place in a source file; its id says where it comes from."""
        return self.path, None, self.nodeid


def result_of(report: pytest.TestReport) -> CaseResult | None:
    """The result that a report carries, or None."""
    for name, value in report.user_properties:
        if name == PROPERTY:
            return CaseResult.from_json(json.loads(str(value)))
    return None
