"""A host process as its parent sees it: start, requests, deadlines, end."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from samebits.backends.hosting.footprint import group_bytes
from samebits.backends.hosting.last_words import last_words
from samebits.backends.hosting.leash import LeashedGroup
from samebits.backends.hosting.memory import SharedMemory
from samebits.backends.hosting.messages import (
    LENGTH,
    MOST_ANSWER_BYTES,
    MessageError,
    answer_to,
    length_of,
    numbered,
    pack,
    parse,
    plain,
)
from samebits.backends.protocol import BackendError

_POLL_SECONDS = 0.25
"""Seconds between two checks of a host: its memory use and whether it is still alive."""

_REST = 20
"""The least time between two checks of memory, as a multiple of the duration of a check."""

_ABORT_SECONDS = 2.0
"""Time that a host which missed its deadline gets to write its traceback."""

_CLOSE_SECONDS = 10.0
"""Time that a host gets to end after its input is closed. Some drivers need seconds."""

_MOST_WORDS = 1 << 26
"""Maximal number of bytes of standard error; output beyond it is discarded."""

_CHUNK = 1 << 16

Outcome = Literal["error", "crash", "timeout"]

_HIDDEN = ("PYTEST_",)
"""Prefixes of environment variables that would show a backend that it is being tested."""


class HostError(BackendError):
    """An end of the host before it answered. `outcome` becomes the outcome of its case.

    `killed` is true if SIGKILL ended the host, which may have come from outside.
    """

    def __init__(self, outcome: Outcome, text: str, *, killed: bool = False) -> None:
        super().__init__(text)
        self.outcome: Outcome = outcome
        self.killed = killed


class HostProcess:
    """A running host.

    `memory_limit` is in bytes, 0 for none. Only one thread at a time may use a HostProcess. Raises
    BackendError if the host cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        operands: SharedMemory,
        results: SharedMemory,
        memory_limit: int = 0,
    ) -> None:
        if os.name != "posix":
            raise BackendError(
                "backends are judged in processes of their own, which needs a POSIX system "
                f"(Linux, macOS); this is {sys.platform}: use WSL or a container"
            )
        self.command = tuple(command)
        self._memories = (operands, results)
        self._memory_limit = memory_limit
        self._next_look = 0.0
        self._asked = 0
        self._words = tempfile.TemporaryFile(prefix="samebits-host-")  # noqa: SIM115 closed in end
        self._group = LeashedGroup()
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._words,
                bufsize=0,
                pass_fds=(operands.descriptor, results.descriptor),
                process_group=self._group.number,
                env={k: v for k, v in os.environ.items() if not k.startswith(_HIDDEN)},
            )
        except OSError as error:
            self._group.end()
            self._words.close()
            shown = plain(self.command[0])
            raise BackendError(
                f"the program {shown!r} cannot be run: {error.strerror or error}"
            ) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._to, False)
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(self._from, select.POLLIN)
        self._writable.register(self._to, select.POLLOUT)
        with suppress(OSError):  # if memory runs out, the kernel should kill the backend
            Path(f"/proc/{self._process.pid}/oom_score_adj").write_text("1000")

    @property
    def alive(self) -> bool:
        """Return whether the host accepts requests."""
        return not self._group.ended

    def ask(self, request: Mapping[str, Any], deadline: float | None) -> Mapping[str, Any]:
        """Send a request and return the answer.

        `deadline` is a value of `time.monotonic()`, or None for no limit. If there is no valid
        answer in time, the host is ended and HostError is raised.
        """
        if not self.alive:
            raise HostError("crash", "the host has ended")
        try:
            if self._readable.poll(0):
                if os.read(self._from, 1):
                    raise MessageError("it answered before a request was sent")
                raise self._died()
            self._asked += 1
            self._send(pack(numbered(request, self._asked)), deadline)
            answer = answer_to(self._asked, parse(self._receive(deadline)))
            self._look_at_memories()
            return answer
        except MessageError as error:
            self.end()
            raise HostError("error", f"the host broke the protocol: {error}") from error
        except BaseException:
            self.end()
            raise

    def close(self) -> None:
        """Close the input of the host, which then ends by itself.

        Kill it if it does not end in time.
        """
        if self.alive and self._process.stdin is not None:
            self._process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_CLOSE_SECONDS)
        self.end()

    def end(self) -> None:
        """Kill the host and all processes of its process group."""
        if not self.alive:
            return
        self._group.end()
        self._process.kill()  # the host itself may have left the group
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._words.close()

    def _send(self, data: bytes, deadline: float | None) -> None:
        left = memoryview(data)
        while left:
            try:
                left = left[os.write(self._to, left) :]
            except BlockingIOError:
                self._wait(deadline, sends=True)
            except BrokenPipeError:
                raise self._died("input") from None

    def _receive(self, deadline: float | None) -> bytes:
        data = bytearray()
        size = LENGTH.size
        try:
            while len(data) < size:
                self._wait(deadline, sends=False)
                part = os.read(self._from, _CHUNK)
                if not part:
                    raise self._died()
                data += part
                if size == LENGTH.size <= len(data):
                    size += length_of(bytes(data[: LENGTH.size]), MOST_ANSWER_BYTES)
        except HostError as error:
            if not data:
                raise
            came = f"{error}; {len(data)} of {size} bytes of an answer had come"
            raise HostError(error.outcome, came) from None
        if len(data) > size:
            raise MessageError(f"it sent {len(data) - size} bytes after its answer")
        return bytes(data[LENGTH.size :])

    def _wait(self, deadline: float | None, *, sends: bool) -> None:
        """Wait until the host can take input (`sends`) or has written output. Raises HostError."""
        poller = self._writable if sends else self._readable
        while True:
            # Checked first, because a host that never stops sending is always ready.
            now = time.monotonic()
            if deadline is not None and now >= deadline:
                raise self._too_late()
            self._look_at_memory(now)
            left = _POLL_SECONDS if deadline is None else deadline - now
            if poller.poll(max(0.0, min(left, _POLL_SECONDS)) * 1000):
                return
            # poll again: the host may have answered just before it ended, or its child holds the
            # pipe open
            if self._process.poll() is not None and not poller.poll(0):
                raise self._died()

    def _look_at_memory(self, now: float) -> None:
        """Raise HostError if the host uses too much memory.

        Nothing is checked if the last check was recent.
        """
        if now < self._next_look:
            return
        began = time.monotonic()
        limit = self._memory_limit
        held = group_bytes(self._group.number, limit) if limit else 0
        self._look_at_memories()
        # A check takes long on a machine with very many processes.
        self._next_look = now + max(_POLL_SECONDS, _REST * (time.monotonic() - began))
        if limit and held > limit:
            gibibytes = limit / 2**30
            raise HostError("error", f"the backend took more than {gibibytes:.1f} GiB of memory")
        if os.fstat(self._words.fileno()).st_size > _MOST_WORDS:
            os.ftruncate(self._words.fileno(), 0)

    def _look_at_memories(self) -> None:
        """Raise HostError if the host enlarged a memory that the judge shares with it.

        The memory is counted for no process, so it could fill the machine unnoticed.
        """
        if any(memory.is_grown for memory in self._memories):
            raise HostError("error", "the backend enlarged memory that it shares with the judge")

    def _died(self, closed: str = "output") -> HostError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_ABORT_SECONDS)
        status = self._process.poll()
        if status is None:
            return HostError("crash", f"the host closed its {closed}, and went on")
        killed = status == -signal.SIGKILL
        return HostError("crash", last_words(self._said(), status), killed=killed)

    def _too_late(self) -> HostError:
        self._process.send_signal(signal.SIGABRT)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_ABORT_SECONDS)
        return HostError("timeout", last_words(self._said(), None))

    def _said(self) -> str:
        """Return the end of the host's standard error."""
        size = os.fstat(self._words.fileno()).st_size
        first = max(0, size - _CHUNK)
        return os.pread(self._words.fileno(), _CHUNK, first).decode(errors="replace")
