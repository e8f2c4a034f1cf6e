"""The controller of a run: it plans, hands work out, keeps the results, and gives the verdict."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from samebits.backends.protocol import ConfigurableSession
from samebits.common.errors import SamebitsError
from samebits.conformance import machine
from samebits.conformance.errors import one_line
from samebits.conformance.exhaustive import pulse
from samebits.conformance.items import result_of
from samebits.conformance.options import Options
from samebits.conformance.plan import Plan, Work, everything, make_plan
from samebits.conformance.records import CaseResult
from samebits.conformance.reporter import Reporter
from samebits.conformance.subject import open_subject
from samebits.conformance.verdict import Verdict, judge
from samebits.conformance.waivers import Waiver, apply, check_matched, read_waivers
from samebits.vectors.reader import Vectors

_CRASH = "???"  # what pytest-xdist writes as the phase of a case whose worker died


class Controller:
    """State of one run on the controller; registered as a plugin, its methods are pytest hooks."""

    def __init__(self, config: pytest.Config, options: Options) -> None:
        self.config = config
        self.options = options
        self.distributed = options.workers > 0
        self.verdict: Verdict | None = None
        self._plan: Plan | None = None
        self._work: dict[str, Work] = {}
        self._results: dict[str, CaseResult] = {}
        self._to_run: tuple[str, ...] = ()
        self._threads: int | None = options.threads
        self._device: str | None = None
        self._waivers: tuple[Waiver, ...] = ()
        self._broken = False
        self._interrupted = False
        terminal = config.pluginmanager.hasplugin("terminalreporter")
        self.reporter = Reporter(Console(soft_wrap=False), progress=not terminal)

    def plan(self) -> None:
        """Plan the run and tell the recorders. Raises SamebitsError."""
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
            if result.id not in self._results:
                self._deliver(apply(self._waivers, result))
        self._to_run = self._plan.to_run(self._results)
        if options.pulse is not None:
            pulse.begin(options.pulse, [self._work[i] for i in self._to_run])

    def handed_out(self) -> dict[str, Any]:
        """What a worker needs, in types that travel between processes."""
        settings = {
            "device": self._device,
            "threads": self._threads,
            "secret": self.options.secret,  # the pipe to a worker is nobody else's
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
        """A worker of pytest-xdist is about to start."""
        node.workerinput["samebits"] = self.handed_out()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A report arrived: it carries a result, or tells that the judge failed at this case."""
        if report.nodeid in self._results or report.nodeid not in self._work:
            return
        result = result_of(report)
        if result is not None and result.id == report.nodeid:
            self._deliver(result)
        elif report.failed:
            died = str(report.when) == _CRASH
            text = "a worker of the judge died" if died else _last_line(report.longreprtext)
            self._failed(f"{text} at {report.nodeid}")

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Ctrl-C; pytest ends a run by itself with a subclass."""
        self._interrupted = excinfo.type is KeyboardInterrupt

    def pytest_internalerror(self) -> None:
        """The judge itself failed: no verdict."""
        self._broken = True

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Give the verdict; the exit status is its."""
        if self._plan is None or self.config.option.collectonly:
            return
        if self._interrupted or self._broken:
            self.reporter.interrupted()
            if self._broken:
                session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
            return
        header, results = self._plan.header, self._sorted()
        self.verdict = judge(header, results)
        self.config.hook.pytest_samebits_end(
            config=self.config,
            header=header,
            verdict=self.verdict,
            condition=self._condition() if header.condition else {},
        )
        session.exitstatus = pytest.ExitCode.OK if self.verdict.ok else pytest.ExitCode.TESTS_FAILED
        if not self.config.pluginmanager.hasplugin("terminalreporter"):
            self.reporter.end(self.verdict)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """With pytest's own terminal: the same summary below its output."""
        if self.verdict is not None:
            with self.reporter.console.capture() as captured:
                self.reporter.end(self.verdict)
            terminalreporter.write_line(captured.get())

    def _sorted(self) -> list[CaseResult]:
        return [self._results[i] for i in sorted(self._results)]

    def _deliver(self, result: CaseResult) -> None:
        self._results[result.id] = result
        self.reporter.add(result)
        self.config.hook.pytest_samebits_result(config=self.config, result=result)

    def _condition(self) -> dict[str, str]:
        """How the device is now; a device that cannot be opened again leaves one line instead."""
        try:
            with (
                open_subject(self.options.backend, self._device) as subject,
                subject.within(self.options.deadline),
            ):
                return subject.condition()
        except SamebitsError as error:
            return {"condition": f"not stated: {one_line(error)}"}

    def _failed(self, text: str) -> None:
        """The judge itself failed: that is nobody's result, and there is no verdict."""
        self._broken = True
        self.reporter.failed(text)


def _last_line(text: str) -> str:
    """The last line of a traceback: what was raised."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("E").strip() if lines else "the judge failed"
