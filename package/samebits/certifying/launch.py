"""Run the judge in a separate process, and watch the report that it writes.

A backend cannot crash the command line. Lines that were written always stay in the partial report,
and the end of the process is returned as a value.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from samebits.backends.hosting.leash import LeashedGroup
from samebits.common.reading import UnreadableError, open_regular
from samebits.conformance.exhaustive import pulse
from samebits.conformance.results.records import Outcome
from samebits.reports.errors import ReportError
from samebits.reports.lines import decode
from samebits.reports.reading import SUFFIX

POLL_SECONDS = 0.2

REASON = b"error: "
"""The prefix of the reason that the judge writes, in place of a seal, if it writes no report."""

MOST_REASON = 2000
"""The largest size of a reason, in bytes. A pipe has space for more, so writing never blocks."""

_RECEIPT_BYTES = 4096

_BROKEN = re.compile(r"INTERNALERROR> [A-Za-z_.]*(Error|Exception)\b")
"""The last line of a traceback of the judge. The first match in the output names the cause."""


@dataclass(slots=True)
class Progress:
    """The progress of a run: planned cases (0 during planning), and counts of results by outcome.

    `inputs` is the number of inputs of the exhaustive cases of this run (0 at lower levels), and
    `judged` is how many of them are done. `since` is the `time.monotonic()` value when the first
    inputs were done, and `before` is how many were done at that time.
    """

    planned: int = 0
    counts: Counter[Outcome] = field(default_factory=Counter)
    inputs: int = 0
    judged: int = 0
    since: float = 0.0
    before: int = 0

    @property
    def done(self) -> int:
        """Return the number of results."""
        return self.counts.total()

    @property
    def share(self) -> float:
        """Return the finished share of the work, from 0 to 1.

        If the run has exhaustive inputs, it is the share of these inputs.
        """
        if self.inputs:
            return min(1.0, self.judged / self.inputs)
        return self.done / self.planned if self.planned else 0.0

    def seconds_left(self) -> float | None:
        """Return an estimate of the remaining seconds from the inputs judged so far, or None."""
        taken = time.monotonic() - self.since
        lately = self.judged - self.before
        if not self.since or not lately or taken < _LEAST_SECONDS:
            return None
        return max(0.0, (self.inputs - self.judged) * taken / lately)


_LEAST_SECONDS = 5.0
"""The time of measurement before an estimate is shown, in seconds."""

PULSE = ".pulse"
"""The suffix of a file next to a report, with the progress of exhaustive cases."""


def pulse_path(target: Path) -> Path:
    """Return the path of the file with the progress of a report's exhaustive cases."""
    return target.with_name(target.name + PULSE)


class Watch:
    """Reads a report while it is being written."""

    def __init__(self, target: Path) -> None:
        self.path = target.with_name(target.name + SUFFIX)
        self.progress = Progress()
        self._stream: IO[bytes] | None = None
        self._rest = b""
        self._pulse = pulse_path(target)
        self._pulse.unlink(missing_ok=True)

    def poll(self) -> Progress:
        """Read the new lines and return the progress.

        Lines that cannot be read are left to `verify`.
        """
        self._poll_lines()
        self._poll_pulse()
        return self.progress

    def _poll_pulse(self) -> None:
        found = pulse.read(self._pulse)
        if found is None:
            return
        self.progress.inputs, judged = found
        self.progress.judged = sum(judged)
        if judged and not self.progress.since:
            self.progress.since = time.monotonic()
            self.progress.before = self.progress.judged

    def _poll_lines(self) -> None:
        if self._stream is None:
            try:
                self._stream = open_regular(self.path)
            # the file may not exist yet; other errors are reported by the judge
            except (OSError, UnreadableError):
                return
        *whole, self._rest = (self._rest + self._stream.read()).split(b"\n")
        for line in whole:
            self._count(line)

    def close(self) -> None:
        """Stop reading, and remove the file with the progress of exhaustive cases."""
        self._pulse.unlink(missing_ok=True)
        if self._stream is not None:
            self._stream.close()

    def _count(self, line: bytes) -> None:
        try:
            kind, record = decode(line, str(self.path))
        except ReportError:
            return
        if kind == "header":
            self.progress = Progress(int(record.get("planned", 0)))
        elif kind == "case":
            self.progress.counts[record["outcome"]] += 1


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of the process: its exit status (negative for a signal) and its output file.

    `receipt` is the seal of the report that the process wrote. `reason` says why it wrote no
    report. Each is empty if the process did not send it.
    """

    status: int
    log: Path
    receipt: str = ""
    reason: str = ""

    @property
    def text(self) -> str:
        """Return one line that says why the process ended without a report."""
        if self.status < 0:
            return f"the judge was killed by {signal.Signals(-self.status).name}; see {self.log}"
        if self.reason:
            return f"{self.reason} (exit status {self.status}, see {self.log})"
        said = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        if broken := [line for line in said if _BROKEN.match(line)]:
            last = "the judge itself failed: " + broken[0].removeprefix("INTERNALERROR> ")
        else:
            errors = [line for line in said if line.startswith("ERROR:")]
            last = (
                errors
                or [line for line in said if line.strip()]
                or ["the judge ended without output"]
            )[-1]
        return last.removeprefix("ERROR:").strip() + f" (exit status {self.status}, see {self.log})"


def launch(
    arguments: Sequence[str], target: Path, log: Path, secret: bytes = b""
) -> Iterator[Progress | Ended]:
    """Run a command that writes the report `target`. Yield its progress, and finally its end.

    Its output goes to `log`. A `secret` (shorter than a pipe's buffer) is passed through a pipe,
    because arguments and environment can be read by every process of the user. If the caller stops
    (Ctrl-C) or is killed, the process and its children end, too.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    group = LeashedGroup()
    receipts, given = os.pipe()
    told, telling = os.pipe()
    try:
        os.write(telling, secret)
        os.close(telling)
        telling = -1
        with log.open("wb") as output:
            process = subprocess.Popen(
                [*arguments, "--receipt", str(given), *(["--secret", str(told)] if secret else [])],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=(given, told),
                process_group=group.number,
            )
        os.close(given)
        given = -1
        yield from _watched(process, group, target, log, receipts)
    finally:
        group.end()
        for descriptor in {receipts, given, told, telling} - {-1}:
            os.close(descriptor)


def _watched(
    process: subprocess.Popen[bytes],
    group: LeashedGroup,
    target: Path,
    log: Path,
    receipts: int,
) -> Iterator[Progress | Ended]:
    watch = Watch(target)
    try:
        while True:
            try:
                status = process.wait(POLL_SECONDS)
            except subprocess.TimeoutExpired:
                group.go_on()
                yield watch.poll()
                continue
            yield watch.poll()
            os.set_blocking(receipts, False)
            try:
                said = os.read(receipts, _RECEIPT_BYTES)
            except BlockingIOError:  # a child process still holds the pipe open
                said = b""
            seal, _, reason = said.partition(REASON)
            yield Ended(status, log, seal.decode("ascii", "replace"), _line(reason))
            return
    finally:
        watch.close()
        _stop(process)


def _line(said: bytes) -> str:
    """Return the decoded bytes as one line."""
    return " ".join(said.decode("utf-8", "replace").split())


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the process if it is still running.

    SIGINT is tried first, so that the process can close its files.
    """
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
