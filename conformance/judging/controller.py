"""Controller of a run: plans, distributes the work, stores the results, gives the verdict."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from samebits.backends.protocol import ConfigurableSession
from samebits.common.errors import SamebitsError
from samebits.conformance import machine
from samebits.conformance.calls.subject import open_subject
from samebits.conformance.errors import JudgeError, error_line, one_line
from samebits.conformance.exhaustive import pulse
from samebits.conformance.judging.items import Held, result_of
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import Plan, Work, everything, make_plan
from samebits.conformance.judging.reporter import Reporter
from samebits.conformance.judging.resuming import asked_again, change, refusal
from samebits.conformance.results.records import SEEDED, CaseResult
from samebits.conformance.results.verdict import FAILURES, KNOWN_FAILURES, Verdict, judge
from samebits.conformance.results.waivers import Waiver, apply, check_matched, read_waivers
from samebits.vectors.reader import Vectors

_FAILS = (FAILURES - {"xpass"}) | {*KNOWN_FAILURES}
"""Outcomes of a golden case that show that its call fails even without refused calls before it."""

_CRASH = "???"  # the phase that pytest-xdist reports for a case whose worker died


class Controller:
    """The state of one run on the controller.

    It is registered as a pytest plugin, and some of its methods are hooks.
    """

    def __init__(self, session: pytest.Session, options: Options) -> None:
        self.session = session
        self.config = config = session.config
        self.options = options
        self.distributed = options.workers > 0
        self.verdict: Verdict | None = None
        self._plan: Plan | None = None
        self._work: dict[str, Work] = {}
        self._results: dict[str, CaseResult] = {}
        self._held: dict[str, tuple[CaseResult, Held]] = {}
        self._to_run: tuple[str, ...] = ()
        self._again: dict[str, CaseResult] = {}
        self._differs = ""
        self._threads: int | None = options.threads
        self._device: str | None = None
        self._waivers: tuple[Waiver, ...] = ()
        self._broken = False
        self._interrupted = False
        terminal = config.pluginmanager.hasplugin("terminalreporter")
        self.reporter = Reporter(Console(soft_wrap=False), progress=not terminal)

    def plan(self) -> None:
        """Plan the run and inform the recorders. Raises SamebitsError."""
        options = self.options
        vectors = Vectors.open(options.vectors)
        if options.waivers:
            self._waivers = read_waivers(options.waivers)
            check_matched(self._waivers, [w.id for w in everything(vectors)], options.waivers)
        with open_subject(options.backend, options.device, options.threads) as subject:
            self._plan = make_plan(options, vectors, subject)
            self._device = subject.device.name
            if self.distributed and isinstance(subject.session, ConfigurableSession):
                share = max(1, machine.processors() // options.workers)
                self._threads = options.threads or share
        self._work = {work.id: work for work in self._plan.work}
        finished: list[CaseResult] = []
        for given in self.config.hook.pytest_samebits_begin(
            config=self.config, header=self._plan.header
        ):
            finished += [r for r in given or () if r.id in self._work]
        self.reporter.begin(self._plan.header)
        for result in finished:
            self._results[result.id] = result
            self.reporter.add(result)
        for result in self._plan.settled:
            before = self._results.get(result.id)
            if before and before.outcome == "pass" and result.outcome != "not_run":
                raise JudgeError(refusal(change(before, result)))
        for result in self._plan.settled:
            if result.id not in self._results:
                self._deliver(apply(self._waivers, result))
        # New cases come first, so that a resumed run that is interrupted again has made progress.
        settled = {result.id for result in self._plan.settled}
        self._again = asked_again(r for r in finished if r.id not in settled)
        self._to_run = (*self._plan.to_run(self._results), *self._again)
        if options.pulse is not None:
            pulse.begin(options.pulse, [self._work[i] for i in self._to_run])

    def handed_out(self) -> dict[str, Any]:
        """Return the data that a worker needs, in types that can be sent between processes."""
        settings = {
            "device": self._device,
            "threads": self._threads,
            "secret": self.options.secret,  # only this worker reads the pipe
        }
        assert self._plan is not None
        return {
            "ids": list(self._to_run),
            "root": self._plan.header.manifest_root,
            "promises": sorted(self._plan.promises),
            "set": settings,
        }

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Give a starting worker of pytest-xdist its work."""
        node.workerinput["samebits"] = self.handed_out()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Store the result that a report carries.

        If it carries no result, record that the judge itself failed at this case.
        """
        is_known = report.nodeid in self._results and report.nodeid not in self._again
        if is_known or report.nodeid not in self._work:
            return
        result = result_of(report)
        if result is not None and result.id == report.nodeid:
            held = Held.of(report)
            if held is None:
                self._deliver(result)
            else:
                self._held[result.id] = result, held
        elif report.failed:
            died = str(report.when) == _CRASH
            text = "a worker of the judge died" if died else _last_line(report.longreprtext)
            self._failed(f"{text} at {report.nodeid}")

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Record a real Ctrl-C.

        pytest itself ends runs by a subclass of KeyboardInterrupt, which is not recorded.
        """
        self._interrupted = excinfo.type is KeyboardInterrupt

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Record that the judge itself failed: there is no verdict."""
        self._broken = True
        error = excinfo.value
        text = error_line(error) if isinstance(error, OSError) else _last_line(str(error))
        self._tell(f"the judge itself failed: {type(error).__name__}: {text}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Give the verdict and set the exit status."""
        if self._plan is None or self.config.option.collectonly:
            return
        if not self._interrupted:
            self._settle_held()
        if self._again and not (self._interrupted or self._broken or self._differs):
            self._failed(f"{next(iter(self._again))} was not asked again")
        if self._interrupted or self._broken or self._differs:
            self.reporter.interrupted()
            if self._broken:
                session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
            if self._differs:
                self.reporter.error(self._differs)
                session.exitstatus = pytest.ExitCode.USAGE_ERROR
            return
        header, results = self._plan.header, self._sorted()
        verdict = judge(header, results)
        try:
            self.config.hook.pytest_samebits_end(
                config=self.config,
                header=header,
                verdict=verdict,
                condition=self._condition() if header.condition else {},
            )
        except (SamebitsError, OSError) as error:
            self._cannot_record(error)
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
            return
        self.verdict = verdict
        session.exitstatus = pytest.ExitCode.OK if self.verdict.ok else pytest.ExitCode.TESTS_FAILED
        if not self.config.pluginmanager.hasplugin("terminalreporter"):
            self.reporter.end(self.verdict)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the same summary below pytest's own output, if its terminal plugin is loaded."""
        if self.verdict is not None:
            with self.reporter.console.capture() as captured:
                self.reporter.end(self.verdict)
            terminalreporter.write_line(captured.get())

    def _sorted(self) -> list[CaseResult]:
        return [self._results[i] for i in sorted(self._results)]

    def _deliver(self, result: CaseResult) -> None:
        assert self._plan is not None
        if result.kind in SEEDED:
            result = replace(result, seed=self._plan.header.seed)
        if result.id in self._again:
            self._compare(self._again.pop(result.id), result)
            return
        try:
            self.config.hook.pytest_samebits_result(config=self.config, result=result)
        except (SamebitsError, OSError) as error:  # for example a full disk
            self._cannot_record(error)
            return
        self._results[result.id] = result
        self.reporter.add(result)

    def _compare(self, before: CaseResult, now: CaseResult) -> None:
        """Compare a repeated case with its finished result; a difference ends the run.

        The recorder is informed too: it stores the second result, and the report can no longer be
        resumed.
        """
        difference = change(before, now)
        if not difference or self._differs:
            return
        self._differs = refusal(difference)
        with suppress(SamebitsError, OSError):  # a full disk must not hide the difference
            self.config.hook.pytest_samebits_differs(config=self.config, result=now)
        self._tell(self._differs)
        self._stop("a finished case has another result now")

    def _settle_held(self) -> None:
        """Decide the refused cases whose golden case is wrong even without the refused calls.

        If the golden case fails in this run, the refused case passes. Otherwise it fails: the
        golden case passed, or filters or a shard leave it out, so no other entry of the report
        would mention the wrong bits that were seen.
        """
        for result, held in self._held.values():
            golden = self._results.get(held.golden)
            fails = golden is not None and golden.outcome in _FAILS
            self._deliver(result if fails else held.result)
        self._held = {}

    def _condition(self) -> dict[str, str]:
        """Return the present condition of the device.

        If the device cannot be opened again, return one entry that says why.
        """
        try:
            with (
                open_subject(self.options.backend, self._device) as subject,
                subject.within(self.options.deadline),
            ):
                return subject.condition()
        except SamebitsError as error:
            return {"condition": f"not stated: {one_line(error)}"}

    def _failed(self, text: str) -> None:
        """Record that the judge itself failed, so that the run gets no verdict."""
        self._broken = True
        self._tell(f"the judge itself failed: {text}")
        self.reporter.failed(text)

    def _cannot_record(self, error: Exception) -> None:
        """End the run because its report cannot be written: later results would be lost."""
        self._stop("the report cannot be written")
        if not self._broken:
            self._broken = True
            text = error_line(error)
            self._tell(text)
            self.reporter.error(text)

    def _tell(self, text: str) -> None:
        """Send the reason why the judge ends to its caller.

        This works even if no log can be written.
        """
        self.config.hook.pytest_samebits_failed(config=self.config, text=text)

    def _stop(self, why: str) -> None:
        """Stop the run before the next case."""
        loop = self.config.pluginmanager.getplugin("dsession") or self.session
        loop.shouldstop = why


def _last_line(text: str) -> str:
    """Return the last line of a traceback that is not empty; it names the exception."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("E").strip() if lines else "the judge failed"
