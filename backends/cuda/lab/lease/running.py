"""A stage of a lease: its steps, one after another, within the remaining time."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from samebits.backends.cuda.lab.lease import ending_with_parent
from samebits.backends.cuda.lab.lease.lease_state import Outcome
from samebits.backends.cuda.lab.lease.settings import ROOT, Settings
from samebits.backends.cuda.lab.lease.stages import Stage, Step
from samebits.common.compiled import VARIABLE
from samebits.reports.reading import SUFFIX

GRACE = 20.0
"""Seconds in which a step must end after an interrupt."""

_LEAST = 5.0
"""The smallest remaining time, in seconds, with which a step is started."""

_WRONG = (1, 3, 9)
"""Exit statuses of a step with findings: 1, 3 if a case did not run, 9 from compute-sanitizer."""

_UNCAUGHT = "Traceback (most recent call last):"
"""The text that Python prints for an uncaught exception. Its exit status 1 is then no finding."""

_MOST_PROCESSES = 6
"""The largest number of processes of a step in which each process loses the device."""

_LOOK = 1.0
"""Seconds between two checks whether a step still prints output."""

_REFUSED = "cannot be resumed"
"""The words of `samebits certify` about a partial report that it cannot continue.

The report is from a different machine or driver, or was changed.
"""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a stage: outcome, a line with the reason, and seconds."""

    outcome: Outcome
    line: str
    seconds: float


def run(stage: Stage, settings: Settings, deadline: float, say: Say) -> Ended:
    """Run the steps of a stage until `deadline` (time.monotonic). Output also goes to a log."""
    begun = time.monotonic()
    steps = stage.steps(settings)
    if isinstance(steps, str):
        return Ended("not here", steps, 0.0)
    log = settings.folder / "logs" / f"{stage.name}.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    wrong = ""
    with log.open("ab") as stream:
        for step in steps:
            outcome, line = _step(step, settings, deadline, stream, say)
            if outcome == "wrong":
                wrong = wrong or line
            elif outcome != "right":
                return Ended(outcome, line, time.monotonic() - begun)
    wrong = wrong or _found_before(steps, log)
    return Ended("wrong" if wrong else "right", wrong, time.monotonic() - begun)


def _found_before(steps: Sequence[Step], log: Path) -> str:
    """Return the first finding in a stage's log, from this command or an interrupted one, or ""."""
    patterns = [re.compile(step.found) for step in steps if step.found]
    if patterns:
        with log.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if any(pattern.search(line) for pattern in patterns):
                    return line.strip()
    return ""


def environment(settings: Settings, more: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of every step: the rooms, and the lease's kernels and libraries."""
    names = str(ROOT / "build" / "names")
    before = os.environ.get("PYTHONPATH", "")
    return {
        "SAMEBITS_CACHE": str(settings.kernels),
        VARIABLE: str(settings.libraries),
        **os.environ,
        "PYTHONPATH": f"{names}{os.pathsep}{before}" if before else names,
        "PYTHONUNBUFFERED": "1",
        **more,
    }


def _step(
    step: Step, settings: Settings, deadline: float, log: IO[bytes], say: Say
) -> tuple[Outcome, str]:
    if deadline - time.monotonic() < _LEAST:
        return "cut", "no time was left"
    process, status = _until_kept(step, settings, deadline, log, say)
    if status is not None and status not in (0, *_WRONG) and step.report and process.was_refused:
        for line in _put_aside(step):
            say(line)
        process = _Process(step, settings, log, say)
        status = process.wait(deadline)
    last = process.stopped_at or process.last
    if process.is_silent:
        return "wrong", f"it hangs: nothing was said for {step.silence:.0f} s; last: {last}"
    if status is None:
        return "cut", f"stopped by the time; its last line: {last}"
    if status == 0:
        return "right", ""
    if status == 2 and step.nothing and re.search(step.nothing, last):
        return "not here", last
    if status in _WRONG and not (status == 1 and process.was_uncaught):
        return "wrong", last
    how = signal.Signals(-status).name if status < 0 else f"exit status {status}"
    return "failed", f"{how}: {last}"


def _until_kept(
    step: Step, settings: Settings, deadline: float, log: IO[bytes], say: Say
) -> tuple[_Process, int | None]:
    """Return the last process of a step, and its status.

    If a process loses the device, a new one continues the step.
    """
    for _ in range(_MOST_PROCESSES):
        process = _Process(step, settings, log, say)
        status = process.wait(deadline)
        is_over = not status or not step.lost or not re.search(step.lost, process.last)
        if is_over or deadline - time.monotonic() < _LEAST:
            break
        say("a new process goes on")
    return process, status


class _Process:
    """A running step in its own process group; a thread reads its output."""

    def __init__(self, step: Step, settings: Settings, log: IO[bytes], say: Say) -> None:
        self.last = self.stopped_at = ""
        self.was_refused = self.was_uncaught = self.is_silent = False
        self._silence = step.silence
        self._spoke = time.monotonic()
        self._shown = re.compile(step.shown)
        self._log = log
        self._say = say
        tied = [
            sys.executable,
            str(Path(ending_with_parent.__file__)),
            str(os.getpid()),
            *step.command,
        ]
        self._process = subprocess.Popen(
            tied,
            cwd=ROOT,
            env=environment(settings, step.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait(self, deadline: float) -> int | None:
        """Return the exit status, or None if the step was stopped at the deadline or hangs."""
        status: int | None = None
        try:
            while status is None and not self.is_silent and time.monotonic() < deadline:
                with suppress(subprocess.TimeoutExpired):
                    status = self._process.wait(max(0.0, min(_LOOK, deadline - time.monotonic())))
                quiet = time.monotonic() - self._spoke
                self.is_silent = status is None and 0 < self._silence < quiet
        finally:
            self.stopped_at = "" if status is not None else self.last
            self._end()
        return status

    def _end(self) -> None:
        """Interrupt the step as Ctrl-C does, wait a little, and end all its processes."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(GRACE)

    def _read(self) -> None:
        output = self._process.stdout
        assert output is not None
        with output:
            for raw in output:
                self._log.write(raw)
                self._log.flush()
                self._spoke = time.monotonic()
                line = raw.decode("utf-8", "replace").rstrip()
                if not line:
                    continue
                self.last = line
                self.was_refused |= _REFUSED in line
                self.was_uncaught |= line == _UNCAUGHT
                if self._shown.search(line):
                    self._say(line)


def _put_aside(step: Step) -> list[str]:
    """Rename partial reports that cannot be continued here."""
    folder = Path(step.command[step.command.index("--out") + 1])
    told = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        number = 1
        while (other := path.with_name(f"{path.name}.other-{number}")).exists():
            number += 1
        path.rename(other)
        told.append(
            f"a partial report that cannot be resumed here is kept as {other.name}; it begins anew"
        )
    return told
