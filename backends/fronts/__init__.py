"""Front ends as backends of the judge: `--backend front:numpy` and `--backend front:torch`.

Each device is a front end, named by an entry point of the group `samebits.fronts`. For a call of
the specification it uses its public function with the same meaning, which computes on the C
backend. Golden cases therefore also test the code between the public function and the op.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points

from samebits.backends import discovery
from samebits.backends.fronts.front import Front
from samebits.backends.fronts.session import FrontSession
from samebits.backends.fronts.watched import WatchedSession
from samebits.backends.protocol import PROTOCOL_VERSION, BackendError, Device, Session
from samebits.common.release import suite_version
from samebits.common.sources import digest_of, python_files

GROUP = "samebits.fronts"
BELOW = "c"
"""The backend on which front ends compute."""


class FrontBackend:
    """The backend `front` (see `samebits.backends.protocol.Backend`)."""

    name = "front"
    protocol = PROTOCOL_VERSION

    @property
    def version(self) -> str:
        """Version of the distribution."""
        return suite_version()

    def devices(self) -> Sequence[Device]:
        """Return every front end. A front end that cannot be used is listed with the reason."""
        return [_device(entry) for entry in _entries()]

    def open(self, device: str) -> FrontSession:
        """Open a front end on the fastest device of the C backend. Raises BackendError."""
        entries = {entry.name: entry for entry in _entries()}
        if device not in entries:
            known = ", ".join(entries)
            raise BackendError(f"backend front has no device {device!r}; known: {known}")
        front: Front = entries[device].load()
        if front.unavailable:
            raise BackendError(f"front:{device} is not available: {front.unavailable}")
        return opened(device, front)


def opened(name: str, front: Front, below: Session | None = None) -> FrontSession:
    """Open a front end on a given session, or else on a new session of the C backend.

    Raises BackendError.
    """
    watched = WatchedSession(_opened_below() if below is None else below)
    facts = {"source_digest": digest_of(python_files(front.folder), front.folder)}
    return FrontSession(f"samebits.{name}", front.open(watched), watched, facts)


def _opened_below() -> Session:
    found = discovery.load(BELOW)
    usable = [d.name for d in found.devices() if d.available and not d.by_name]
    if not usable:
        why = "; ".join(f"{d.name}: {d.reason}" for d in found.devices())
        raise BackendError(f"front ends compute on backend {BELOW}, which has no device ({why})")
    return found.open(usable[-1])


def _entries() -> list[EntryPoint]:
    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def _device(entry: EntryPoint) -> Device:
    try:
        front: Front = entry.load()
        description, reason = front.description, front.unavailable
    except Exception as error:  # a front end may fail in any way; the reason is listed
        description, reason = entry.value, f"it does not load: {type(error).__name__}: {error}"
    return Device(entry.name, description, not reason, reason)


backend = FrontBackend()
