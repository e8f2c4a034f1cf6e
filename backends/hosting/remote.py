"""A backend that lives in a host; the judge uses it as it would any other."""

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
"""Times in all that a host is started, or a question put, where SIGKILL ends it each time."""

EXEC = "exec:"
"""Before the command of a program that is a host itself."""


def command_of(spelled: str) -> list[str]:
    """The command of a host for a backend as the user named it. Raises BackendError."""
    if not spelled.startswith(EXEC):
        # -P: the folder where the user stands has no say in what `samebits` is.
        return [sys.executable, "-P", "-m", "samebits.backends.hosting.serve", spelled]
    try:
        found = shlex.split(spelled.removeprefix(EXEC))
    except ValueError as error:
        raise BackendError(f"{spelled!r}: {error}") from error
    if not found:
        raise BackendError(f"{spelled!r} names no program; write exec:./program")
    return found


def again_where_killed(start: Callable[[], T]) -> T:
    """What `start` gives: made again, `ATTEMPTS` times in all, where SIGKILL ends its host.

    A host that was killed from outside, as a system does that runs out of memory, has not failed;
    one that kills itself does so each time. Raises what the last attempt raises.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return start()
        except HostError as error:
            if not error.killed:
                raise
    return start()


class HostedBackend:
    """A backend in a host. `name`, `version` and `protocol` are what the host says of itself.

    Raises BackendError with one clear line where the host cannot be started or does not answer.
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
        """All devices, the unavailable ones included."""
        return list(self._devices)

    def open(self, device: str) -> RemoteSession:
        """Open a device in a host of its own. Raises BackendError with one clear line."""
        link, self._first = self._first, None
        links = iter([link])
        try:
            return again_where_killed(
                lambda: RemoteSession(self._command, device, next(links, None))
            )
        except HostError as error:
            raise BackendError(f"{self.name}:{device} could not be opened: {error}") from error

    def close(self) -> None:
        """End the host that no session has taken."""
        if self._first is not None:
            self._first.close()
            self._first = None


@contextmanager
def hosted(spelled: str) -> Iterator[HostedBackend]:
    """A backend, as the user named it, in a host. Raises BackendError with one clear line."""
    if not spelled.startswith(EXEC):
        discovery.check_name(spelled)
    backend = HostedBackend(spelled)
    try:
        yield backend
    finally:
        backend.close()


def program_digest(spelled: str) -> str:
    """SHA-256 of the program of an `exec:` backend; empty where it is not found.

    Files among its arguments, such as the script of an interpreter, are part of the program.
    """
    words = command_of(spelled)
    program = which(words[0])
    if not program:
        return ""
    files = [Path(program), *(path for path in map(Path, words[1:]) if path.is_file())]
    lines = (f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    return sha256("".join(lines).encode()).hexdigest()
