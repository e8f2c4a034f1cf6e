"""Run a step in a forked child process, as workers of data loaders and of servers do."""

from __future__ import annotations

import os
import select
import signal
import time
import warnings
from collections.abc import Callable
from typing import NoReturn

from samebits.backends.protocol import BackendError, ForkingSession, Session

SECONDS = 60.0
"""Time limit of a child in seconds. A child that waits for a thread of its parent never ends."""

_MOST_TEXT = 4096


def can_fork(session: Session) -> bool:
    """Return whether a session computes in forked children and the system has `fork`."""
    return hasattr(os, "fork") and isinstance(session, ForkingSession) and session.forks


def run_in_a_child(step: Callable[[], None], seconds: float = SECONDS) -> None:
    """Run a step in a forked child. The caller sees what the step writes to shared memory.

    Raises BackendError if the step raises, or if the child dies or does not end in time.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Python 3.12 warns about a fork of a process with threads, which is intended here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        _end_with(step, writing)
    os.close(writing)
    try:
        said = _said(reading, time.monotonic() + seconds)
        if said is None:
            os.kill(child, signal.SIGKILL)
    finally:
        os.close(reading)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if said is None:
        raise BackendError(f"a forked child did not end within {seconds:g} s")
    if said:
        raise BackendError(f"in a forked child: {said}")
    if status:
        raise BackendError(f"a forked child died with status {status}")


def _end_with(step: Callable[[], None], writing: int) -> NoReturn:
    """Run the step in the child, write its error to the pipe, and end without clean-up."""
    try:
        step()
    except BaseException as error:  # a backend may raise anything
        os.write(writing, f"{type(error).__name__}: {error}".encode()[:_MOST_TEXT])
    finally:
        os._exit(0)


def _said(reading: int, deadline: float) -> str | None:
    """Return the text that the child wrote before it ended, or None if it did not end in time."""
    poller, parts = select.poll(), list[bytes]()
    poller.register(reading, select.POLLIN)
    while (left := deadline - time.monotonic()) > 0:
        if poller.poll(left * 1000):
            part = os.read(reading, _MOST_TEXT)
            if not part:
                return b"".join(parts).decode(errors="replace")
            parts.append(part)
    return None
