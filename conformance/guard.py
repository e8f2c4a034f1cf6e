"""Deadlines and last words: what is left of a process that hangs or dies in native code.

Each worker has one file for the faulthandler, whose timer runs without the interpreter's lock: a
hang in native code is caught, its stack written, and the process ended. A second file holds the
bare result of a case whose explanation is under way, so that a failure survives its explanation.
"""

from __future__ import annotations

import faulthandler
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from samebits.conformance.records import CaseResult, Outcome, RecordError

MAIN = "main"
"""The name of the process itself, where it runs the cases without workers."""

_SUFFIX_TRACE, _SUFFIX_RESULT = ".trace", ".result"


class Guard:
    """The worker's side. `deadline` is in seconds, 0 for none."""

    def __init__(self, folder: Path, worker: str, deadline: float) -> None:
        self._deadline = deadline
        self._result = folder / (worker + _SUFFIX_RESULT)
        # Without workers nobody is left to read a file: the last words go to the terminal.
        path = folder / (worker + _SUFFIX_TRACE)
        self._trace = sys.stderr if worker == MAIN else path.open("w")
        faulthandler.enable(self._trace)

    @contextmanager
    def armed(self) -> Iterator[None]:
        """Within the block the process dies when the deadline has passed."""
        if not self._deadline:
            yield
            return
        faulthandler.dump_traceback_later(self._deadline, exit=True, file=self._trace)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()

    def keep(self, result: CaseResult) -> None:
        """Keep a bare result while more is found out about it."""
        temporary = self._result.with_suffix(".tmp")
        temporary.write_text(json.dumps(result.to_json()))
        temporary.replace(self._result)

    def drop(self) -> None:
        """The full result is there; forget the bare one."""
        self._result.unlink(missing_ok=True)

    def close(self) -> None:
        """Give the files back."""
        faulthandler.disable()
        if self._trace is not sys.stderr:
            self._trace.close()


def last_words(folder: Path, worker: str, case_id: str) -> tuple[Outcome, str, CaseResult | None]:
    """The controller's side: what became of a case whose worker died.

    Returns the outcome, the reason in one line, and the bare result if the case itself had ended.
    """
    trace = _read(folder / (worker + _SUFFIX_TRACE))
    timeout = trace.startswith("Timeout")
    reason = _timeout_text(trace) if timeout else _crash_text(trace)
    try:
        kept = CaseResult.from_json(json.loads(_read(folder / (worker + _SUFFIX_RESULT))))
    except (ValueError, RecordError):
        kept = None
    if kept is not None and kept.id != case_id:
        kept = None
    return ("timeout" if timeout else "crash"), reason, kept


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def _timeout_text(trace: str) -> str:
    after = trace.splitlines()[0].removeprefix("Timeout").strip(" !()")
    return f"no answer within {after}{_where(trace)}"


def _crash_text(trace: str) -> str:
    for line in trace.splitlines():
        if line.startswith("Fatal Python error:"):
            return f"the process died: {line.partition(':')[2].strip()}{_where(trace)}"
    return "the process died without a word (killed, or exited from native code)"


def _where(trace: str) -> str:
    """The innermost Python frame of the thread that was running."""
    lines = [line.strip() for line in trace.splitlines()]
    marks = [i for i, line in enumerate(lines) if "most recent call first" in line]
    # The timer writes every thread; the one that runs cases is the main one, written last.
    for i in reversed(marks):
        if i + 1 < len(lines) and lines[i + 1].startswith("File"):
            return f" in {lines[i + 1].removeprefix('File ')}"
    return ""
