"""Open a device by its name in `samebits certify`: `c:avx2`, `cuda:gpu0`, or `auto`."""

from __future__ import annotations

from samebits.backends import discovery
from samebits.backends.protocol import BackendError, ConfigurableSession, Session


def open_session(backend: str, threads: int) -> Session:
    """Open a session; `auto` means the best instruction set of the C backend on this machine.

    `threads` is the largest number of threads of one op (0: all processors). Raises BackendError if
    the device cannot be opened, and for a backend that does not declare `promises_bits = True`,
    such as the backends `numpy` and `torch`.
    """
    if not isinstance(backend, str):
        raise BackendError(f"backend={backend!r} must be 'auto' or a name such as 'c:avx2'")
    if not isinstance(threads, int):
        raise BackendError(f"threads={threads!r} must be 0 (all) or a positive integer")
    name, device = ("c", "") if backend == "auto" else _parts(backend)
    found = discovery.load_promising(name)
    available = [d.name for d in found.devices() if d.available and not d.by_name]
    if not device and not available:
        raise BackendError(f"backend {name!r} has no device on this machine; see samebits doctor")
    session = found.open(device or available[-1])
    if threads:
        if not isinstance(session, ConfigurableSession):
            raise BackendError(f"{backend} has no thread setting; pass threads=0")
        session.configure(threads=threads)
    return session


def _parts(backend: str) -> tuple[str, str]:
    if backend.startswith(("py:", "exec:")):
        return backend, ""
    name, _, device = backend.partition(":")
    return name, device
