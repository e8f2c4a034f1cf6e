"""The device that computes: a session of a backend, chosen for the current context.

`device("c:avx2")` chooses a device until another one is chosen. Used as a context manager, it
restores the previous choice at the end of the block. Each thread and each asyncio task has its own
choice (contextvars). The choice changes no bit if the backend conforms (C1.3). A session is opened
once and then cached; a forked process opens its own sessions.
"""

from __future__ import annotations

import operator
import os
import threading
from contextvars import ContextVar
from types import TracebackType

from samebits.backends import discovery
from samebits.backends.protocol import Backend, BackendError, ConfigurableSession, Session
from samebits.spec.errors import SpecError, SpecTypeError

AUTO = "auto"
"""The fastest device of the C backend on this machine."""


class Device:
    """A chosen device `d`: `str(d)` is its name, such as `c:avx2`, and `with d:` chooses it again.

    Attributes: `backend`, `name` (of the device), and `threads` (None means the backend's default).
    """

    __slots__ = ("_key", "backend", "name", "threads")

    def __init__(self, backend: str, name: str, threads: int | None) -> None:
        self.backend = backend
        self.name = name
        self.threads = threads
        self._key = (backend, name, threads)

    def session(self) -> Session:
        """Return the open session. Raises BackendError if the device cannot be opened."""
        return _SESSIONS.get(self._key) or _open(self._key)

    def __str__(self) -> str:
        return f"{self.backend}:{self.name}"

    def __repr__(self) -> str:
        threads = "" if self.threads is None else f", threads={self.threads}"
        return f"device({str(self)!r}{threads})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __enter__(self) -> Device:
        called, before = _CALLED.get()
        if called is not self:
            before = _CURRENT.get()
        _CALLED.set((None, None))
        _LEFT.set((*_LEFT.get(), before))
        _CURRENT.set(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        *others, before = _LEFT.get()
        _LEFT.set(tuple(others))
        _CURRENT.set(before)


_Key = tuple[str, str, int | None]

_CURRENT: ContextVar[Device | None] = ContextVar("samebits.numpy.device", default=None)
_CALLED: ContextVar[tuple[Device | None, Device | None]] = ContextVar(
    "called", default=(None, None)
)
"""The device that the last call of `device` chose, and the choice before it.

A `with` statement takes this pair, and restores the earlier choice at its end.
"""

_LEFT: ContextVar[tuple[Device | None, ...]] = ContextVar("left", default=())
"""The choices that the enclosing `with` blocks will restore, outermost first."""

_SESSIONS: dict[_Key, Session] = {}
_AUTOMATIC: list[Device] = []
_LOCK = threading.Lock()


def device(name: str | None = None, *, threads: int | None = None) -> Device:
    """Choose the device of this context and return it; without arguments return the current device.

    `name` is `auto`, a backend (`c`), a backend with its device (`c:avx2`, `cuda:gpu0`), or
    `py:module:object`, as in `samebits backends` and `certify`. `threads` is the number of threads,
    0 for all processors. `with device(...):` makes the choice for the block only. The choice
    changes no bit (clause C1.3).

    Raises BackendError if the device cannot be opened, and for a backend that does not declare
    `promises_bits = True`, such as the backends `numpy` and `torch`. Raises SpecError if the name
    is not a string, and for invalid `threads`.
    """
    if name is None and threads is None:
        return current()
    if name is None:
        name = str(current())
    if not isinstance(name, str):
        raise SpecTypeError(f"device: name={name!r} must be a string such as 'c:avx2', or None")
    if threads is not None:
        try:
            threads = operator.index(threads)
        except TypeError:
            raise SpecTypeError(f"device: threads={threads!r} must be an integer") from None
        if threads < 0:
            raise SpecError(f"device: threads={threads!r} must be 0 (all) or a positive number")
    chosen = Device(*_found(name), threads)
    chosen.session()
    _CALLED.set((chosen, _CURRENT.get()))
    _CURRENT.set(chosen)
    return chosen


def current() -> Device:
    """Return the device of this context: the chosen one, else `auto`."""
    chosen = _CURRENT.get()
    if chosen is not None:
        return chosen
    if not _AUTOMATIC:
        _AUTOMATIC.append(Device(*_found(AUTO), None))
    return _AUTOMATIC[0]


def _found(name: str) -> tuple[str, str]:
    """Return the names of the backend and the device for the name that a user passed.

    Raises BackendError if the backend cannot be loaded or has no device here.
    """
    if name == AUTO:
        name = "c"
    parts = name.split(":")
    count = 3 if parts[0] == "py" else 1
    backend, wanted = ":".join(parts[:count]), ":".join(parts[count:])
    found = discovery.load_promising(name if parts[0] == "exec" else backend)
    return backend, wanted or _usual(found, backend)


def _usual(backend: Backend, name: str) -> str:
    """Return the default device of a backend.

    It is the last device of the C backend, whose devices are ordered from portable to fastest, and
    the first device of any other backend.
    """
    found = [d for d in backend.devices() if d.available and not d.by_name]
    if not found:
        why = "; ".join(f"{d.name}: {d.reason}" for d in backend.devices())
        raise BackendError(f"backend {name} has no device on this machine ({why})")
    return found[-1 if name == "c" else 0].name


def _open(key: _Key) -> Session:
    backend, name, threads = key
    with _LOCK:
        if key in _SESSIONS:
            return _SESSIONS[key]
        session = discovery.load(backend).open(name).__enter__()
        if threads is not None:
            if not isinstance(session, ConfigurableSession):
                raise BackendError(f"{backend}:{name} has no thread setting; omit threads=")
            session.configure(threads=threads)
        _SESSIONS[key] = session
        return session


def _forget() -> None:
    """Discard the parent's sessions in a forked child, and a lock that the parent may have held."""
    global _LOCK
    _LOCK = threading.Lock()
    _SESSIONS.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
