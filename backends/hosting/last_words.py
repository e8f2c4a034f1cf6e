"""Find the reason why a host died, in one line, in its standard error and its exit status."""

from __future__ import annotations

import signal

from samebits.backends.hosting.messages import plain

_FATAL = "Fatal Python error:"


def last_words(said: str, status: int | None) -> str:
    """Return why a host ended, from its standard error and its exit status (negative: a signal).

    `status` is None for a host that was killed because it missed its deadline. The text is then
    only the location in the code where it was.
    """
    place = _where(said)
    if status is None:
        return place
    for line in said.splitlines():
        if line.startswith(_FATAL):
            return f"the process died: {plain(line.removeprefix(_FATAL))}{place}"
    if status < 0:
        return f"the process died: {_signal_name(-status)}{_last_line(said)}"
    return f"the process ended by itself, with status {status}{_last_line(said)}"


def _signal_name(number: int) -> str:
    try:
        found = signal.Signals(number)
    except ValueError:
        return f"signal {number}"
    return f"{signal.strsignal(number) or found.name} ({found.name})"


def _last_line(said: str) -> str:
    lines = [line for line in said.splitlines() if line.strip()]
    return f"; its last output: {plain(lines[-1])[:300]}" if lines else " and no output"


def _where(said: str) -> str:
    """Return the innermost Python frame of the main thread, as faulthandler printed it."""
    lines = [line.strip() for line in said.splitlines()]
    marks = [i for i, line in enumerate(lines) if "most recent call first" in line]
    # faulthandler prints all threads, the main thread last.
    for i in reversed(marks):
        if i + 1 < len(lines) and lines[i + 1].startswith("File"):
            return f" in {plain(lines[i + 1].removeprefix('File '))}"
    return ""
