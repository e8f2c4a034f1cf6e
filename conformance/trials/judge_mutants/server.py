"""A pytest that collects the tests once, and then forks a child for each test or each mutant.

In the copy of the sources: `python -m samebits.conformance.trials.judge_mutants.server TESTS`.

A request is a line of JSON on standard input, and its answer is a line on standard output:
- {"trace": test, "to": file, "most": s} is answered by {"ended", "seconds"}
- {"tests": [...], "path", "text", "line", "limits": [s]} is answered by {"ended", "test"}

`ended` is "passed", "failed", "timeout" or "cold". "cold" means that the mutant cannot be loaded
into this process. `seconds` does not include the time that the test waited for a processor.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from samebits.conformance.trials.judge_mutants.warm import Functions

_SUBREAPER = 36
"""The option of prctl that makes orphaned descendants of a test children of this process."""

_LOADED = 8
"""The time limit of a traced test, as a multiple of its usual limit: the machine may be busy."""

_LOOK = 0.5
"""The time between two checks of a traced test's processor time, in seconds."""

_PYTEST = (
    "--import-mode=importlib", "-p", "no:terminal", "-p", "no:cacheprovider",
    "-o", "addopts=", "--hypothesis-seed=0",
)  # fmt: skip


class Server:
    """A pytest plugin that replaces pytest's loop over tests by answers to requests."""

    def __init__(self, asks: int, answers: int) -> None:
        self._asks, self._answers = asks, answers
        self._failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a failure of the test or of its fixtures."""
        self._failed = self._failed or report.failed

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Print the errors that occurred when pytest collected the tests."""
        if report.failed:
            print(report.longreprtext, file=sys.stderr)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer requests until standard input ends."""
        items = {item.nodeid: item for item in session.items}
        functions = Functions()
        functions.forget()
        with os.fdopen(self._asks) as asks, os.fdopen(self._answers, "w") as answers:
            print(json.dumps({"tests": list(items)}), file=answers, flush=True)
            for line in asks:
                request = json.loads(line)
                answer = self._answer(request, items, functions)
                print(json.dumps(answer), file=answers, flush=True)
        return True

    def _answer(
        self, request: dict[str, Any], items: dict[str, pytest.Item], functions: Functions
    ) -> dict[str, Any]:
        tests = [request["trace"]] if "trace" in request else request["tests"]
        limits = [_LOADED * request["most"]] if "trace" in request else request["limits"]
        read, write = os.pipe()
        started = time.monotonic()
        child = os.fork()
        if not child:
            os.setsid()
            os.close(read)
            status = b"failed"
            try:
                status = self._run(request, [items[t] for t in tests], functions, write)
            finally:
                with suppress(OSError):
                    if "trace" in request:
                        _waited(request["to"]).write_text(_schedule())
                    os.write(write, b"%s\n" % status)
                os._exit(0)
        os.close(write)
        most = float(request["most"]) if "trace" in request else None
        ended, test = _watch(read, limits, child, most)
        os.close(read)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        _reap()
        seconds = time.monotonic() - started
        if "trace" in request:
            waited = _waited(request["to"])
            seconds -= _seconds_of(waited)
            waited.unlink(missing_ok=True)
            if seconds > request["most"]:
                ended = "timeout"
        return {"ended": ended, "test": tests[test], "seconds": seconds}

    def _run(
        self, request: dict[str, Any], items: list[pytest.Item], functions: Functions, out: int
    ) -> bytes:
        """Run the tests one after the other in the child process, until one fails.

        Returns how the run ended.
        """
        if "trace" in request:
            os.environ["SAMEBITS_MUTANTS_TRACE"] = request["to"]
            import sitecustomize  # type: ignore[import-not-found]  # the one of `traced`

            sitecustomize.start()
        elif not functions.replace(Path(request["path"]), request["text"], request["line"]):
            return b"cold"
        for number, item in enumerate(items):
            os.write(out, b"%d\n" % number)
            following = items[number + 1] if number + 1 < len(items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return b"failed"
        return b"passed"


def _waited(trace: str) -> Path:
    """Return the path of the file with the scheduling times of a traced test."""
    return Path(f"{trace}.waited")


def _schedule() -> str:
    """Return the three times that Linux records for this process.

    They are the nanoseconds on a processor, the nanoseconds of waiting for one, and the time
    slices.
    """
    return Path("/proc/self/schedstat").read_text()


def _seconds_of(path: Path) -> float:
    """Return how long a test waited for a free processor, in seconds, or 0 if unknown.

    This time is subtracted from the time of the test. Otherwise a test would count as slow on a
    busy machine.
    """
    try:
        _, waited, _ = path.read_text().split()
    except (OSError, ValueError):
        return 0.0
    return int(waited) / 1e9


def _watch(
    pipe: int, limits: list[float], child: int, most: float | None = None
) -> tuple[str, int]:
    """Return how the child ended, and the index of its last test.

    If `most` is given, a test that takes more than `most` seconds is stopped. The time that it
    waited for a processor does not count.
    """
    number, text = 0, b""
    started = time.monotonic()
    deadline = started + limits[0]
    schedule = Path(f"/proc/{child}/schedstat")
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            return "timeout", number
        if not select.select([pipe], [], [], left if most is None else min(left, _LOOK))[0]:
            if most is not None and time.monotonic() - started - _seconds_of(schedule) > most:
                return "timeout", number
            continue
        part = os.read(pipe, 4096)
        if not part:
            return "failed", number  # the mutant ended the test process
        *whole, text = (text + part).split(b"\n")
        for line in whole:
            if not line.isdigit():
                return line.decode(), number
            number = int(line)
            deadline = time.monotonic() + limits[number]


def _reap() -> None:
    """Kill the processes that a test left behind. Orphans have become children of this process."""
    own = Path(f"/proc/self/task/{os.getpid()}/children")
    for _ in range(100):
        for child in own.read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            return
        time.sleep(0.01)


def main() -> int:
    """Serve requests until the end of standard input."""
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    asks, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return int(pytest.main([*_PYTEST, *sys.argv[1:]], plugins=[Server(asks, answers)]))


if __name__ == "__main__":
    sys.exit(main())
