"""A backend in a host process. The judge uses it like a backend in its own process."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import which
from typing import TypeVar

from samebits.backends import discovery
from samebits.backends.hosting import wire
from samebits.backends.hosting.link import Link
from samebits.backends.hosting.messages import HOST_PROTOCOL
from samebits.backends.hosting.process import HostError
from samebits.backends.hosting.session import RemoteSession
from samebits.backends.protocol import BackendError, Device

T = TypeVar("T")

ATTEMPTS = 3
"""Number of attempts to start a host or to compute a call, if SIGKILL ends the host each time."""

EXEC = "exec:"
"""Prefix of the command of a program that is itself a host."""


def command_of(spelled: str) -> list[str]:
    """Return the command that starts the host of a backend.

    Raises BackendError if the text after `exec:` names no program.
    """
    if not spelled.startswith(EXEC):
        # -P: the working directory must not decide which `samebits` is imported.
        return [sys.executable, "-P", "-m", "samebits.backends.hosting.serve", spelled]
    try:
        found = shlex.split(spelled.removeprefix(EXEC))
    except ValueError as error:
        raise BackendError(f"{spelled!r}: {error}") from error
    if not found:
        raise BackendError(f"{spelled!r} names no program; write exec:./program")
    return found


def again_where_killed(start: Callable[[], T]) -> T:
    """Return the result of `start`, and call it again if SIGKILL ended its host.

    There are `ATTEMPTS` attempts in all. A host that was killed from outside, for example because
    memory ran out, is not to blame. A host that kills itself does so in each attempt. Raises the
    error of the last attempt.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return start()
        except HostError as error:
            if not error.killed:
                raise
    return start()


class HostedBackend:
    """A backend in a host. The host states its `name`, `version` and `protocol`.

    Raises BackendError with a one-line message if the host cannot be started or does not answer.
    """

    def __init__(self, spelled: str) -> None:
        self._command = command_of(spelled)
        self._first: Link | None = again_where_killed(lambda: Link(self._command))
        said = self._first.said
        self.name = said["name"]
        self.version = said["version"]
        self.protocol = HOST_PROTOCOL
        try:
            self._devices = [wire.device_from_json(d) for d in said["devices"]]
            names = Counter(device.name for device in self._devices)
            if twice := [name for name, count in names.items() if count > 1]:
                raise BackendError(f"{spelled}: two of its devices are called {twice[0]!r}")
        except BaseException:
            self.close()
            raise

    def devices(self) -> Sequence[Device]:
        """Return all devices, including the unavailable ones."""
        return list(self._devices)

    def open(self, device: str) -> RemoteSession:
        """Open a device in a host of its own. Raises BackendError with a one-line message."""
        link, self._first = self._first, None
        links = iter([link])
        try:
            return again_where_killed(
                lambda: RemoteSession(self._command, device, next(links, None))
            )
        except HostError as error:
            raise BackendError(f"{self.name}:{device} could not be opened: {error}") from error

    def close(self) -> None:
        """End the first host if no session uses it."""
        if self._first is not None:
            self._first.close()
            self._first = None


@contextmanager
def hosted(spelled: str) -> Iterator[HostedBackend]:
    """Start a host for the backend that the user named, and end it after the block.

    Raises BackendError if there is no such backend or it does not start.
    """
    if not spelled.startswith(EXEC):
        discovery.check_name(spelled)
    backend = HostedBackend(spelled)
    try:
        yield backend
    finally:
        backend.close()


def program_digest(spelled: str) -> str:
    """Return the SHA-256 of the program of an `exec:` backend, or "" if it is not found.

    Files among its arguments, such as the script of an interpreter, are part of the program.
    """
    words = command_of(spelled)
    program = which(words[0])
    if not program:
        return ""
    files = [Path(program), *(path for path in map(Path, words[1:]) if path.is_file())]
    lines = (f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    return sha256("".join(lines).encode()).hexdigest()
