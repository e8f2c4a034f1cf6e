"""The subject of a run: a backend and one of its devices, open in a host."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass

from samebits.backends.discovery import module_digest
from samebits.backends.hosting.demands import LackingError, settings_of
from samebits.backends.hosting.remote import EXEC, hosted, program_digest
from samebits.backends.hosting.session import RemoteSession
from samebits.backends.protocol import (
    Backend,
    BackendError,
    ConfigurableSession,
    Device,
    ObservedSession,
    Session,
)
from samebits.conformance.calls.promises import Promises
from samebits.conformance.errors import JudgeError, one_line
from samebits.conformance.results.records import BY_NAME, MODULE, SETTINGS, SPELLED
from samebits.spec.language.call import Call


@dataclass(frozen=True, slots=True)
class Subject:
    """An open session with its backend and device.

    `spelled` is the name of the backend as the user gave it. `threads` is the configured number of
    threads, None if it was not set. The judge computes `digest` before the host starts, from the
    file of the module or program. It is empty if there is no file. `promises` are the ops and
    formats that the session may no longer refuse.
    """

    spelled: str
    backend: Backend
    device: Device
    session: Session
    threads: int | None = None
    digest: str = ""
    promises: Promises = frozenset()

    def within(self, seconds: float) -> AbstractContextManager[None]:
        """Limit the time of the session's answers to `seconds` within the block (0: no limit)."""
        return (
            self.session.within(seconds)
            if isinstance(self.session, RemoteSession)
            else nullcontext()
        )

    def environment(self) -> dict[str, str]:
        """Return the session's statements about itself. If it fails, one entry gives the reason.

        The judge adds three entries, which the backend cannot override: the name as the user gave
        it, the digest of the module or program, and the settings in which the host can run calls.
        """
        try:
            stated = dict(self.session.environment())
        except BackendError as error:
            stated = {"environment": f"not stated: {one_line(error)}"}
        for name in (MODULE, SETTINGS):
            stated.pop(name, None)
        own = {MODULE: self.digest} if self.digest else {}
        with suppress(LackingError):
            own[SETTINGS] = ", ".join(settings_of(self.session))
        return {**stated, **own, SPELLED: self.spelled}

    def condition(self) -> dict[str, str]:
        """Return the present condition of the device; empty if the session does not report it."""
        if not isinstance(self.session, ObservedSession):
            return {}
        try:
            return dict(self.session.condition())
        except BackendError as error:  # handled as in `environment`
            return {"condition": f"not stated: {one_line(error)}"}

    def left_out(self) -> dict[str, str]:
        """Return the other devices that a run of all devices would leave out, with the reasons."""
        return {
            device.name: BY_NAME if device.by_name else f"not available: {device.reason}"
            for device in self.backend.devices()
            if device.name != self.device.name and (device.by_name or not device.available)
        }

    def explain_command(self, address: str, seed: str = "") -> str:
        """Return the command that shows a case or an element again.

        It contains the seed if one is given.
        """
        drawn = f" --seed {seed}" if seed else ""
        return f"samebits explain {shlex.quote(address)} {self._where()}{drawn}"

    def certify_command(self, case_id: str, level: str) -> str:
        """Return the command that judges one case again."""
        chosen = f"--level {level} --case {shlex.quote(case_id)}"
        return f"samebits certify {self._where()} {chosen}"

    def _where(self) -> str:
        device = shlex.quote(self.device.name)
        return f"--backend {shlex.quote(self.spelled)} --device {device}"


def split_device(backend: str, device: str | None) -> tuple[str, str | None]:
    """Split `NAME:DEVICE`, the form in which reports and commands print a device.

    The colons of `py:module:object` are part of the name, and all of `exec:COMMAND` is a name.
    Raises JudgeError if `backend` and `device` name different devices.
    """
    parts = backend.split(":")
    count = 3 if parts[0] == "py" else 1
    if backend.startswith(EXEC) or len(parts) <= count:
        return backend, device
    name, inside = ":".join(parts[:count]), ":".join(parts[count:])
    if device is not None and device.removeprefix(f"{name}:") != inside:
        raise JudgeError(
            f"--backend {backend} and --device {device} name different devices; name one of them"
        )
    return name, inside


def choose_device(
    backend: Backend, spelled: str, wanted: str | None, *, usable_only: bool = True
) -> Device:
    """Return the wanted device, or the first available one if none is named.

    `wanted` may include the backend, as reports do: `c:avx2`. If `usable_only` is false, the wanted
    device may be one that is not available. Raises BackendError that lists the devices.
    """
    devices = {device.name: device for device in backend.devices()}
    usable = [device for device in devices.values() if device.available]
    if wanted is None:
        if usable:
            return usable[0]
        reasons = "; ".join(f"{d.name}: {d.reason}" for d in devices.values())
        raise BackendError(
            f"backend {spelled!r} has no available device ({reasons or 'devices() is empty'})"
        )
    for prefix in (f"{spelled}:", f"{backend.name}:"):
        if wanted.startswith(prefix):
            wanted = wanted.removeprefix(prefix)
            break
    if wanted not in devices:
        near = difflib.get_close_matches(wanted, devices, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise BackendError(
            f"backend {spelled!r} has no device {wanted!r}; {hint}known: {', '.join(devices)}"
        )
    device = devices[wanted]
    if usable_only and not device.available:
        raise BackendError(f"device {spelled}:{wanted} is not available: {device.reason}")
    return device


@contextmanager
def open_subject(
    spelled: str, device_name: str | None, threads: int | None = None
) -> Iterator[Subject]:
    """Open a device of a backend. Raises BackendError or JudgeError with a one-line message."""
    # Computed before the host starts, because code of the backend could change its own files.
    digest = program_digest(spelled) if spelled.startswith(EXEC) else module_digest(spelled)
    with hosted(spelled) as backend:
        device = choose_device(backend, spelled, device_name)
        with backend.open(device.name) as session:
            if threads is not None:
                set_threads(session, threads, spelled)
            yield Subject(spelled, backend, device, session, threads, digest or "")


def ask_ahead(session: Session, calls: Sequence[Call]) -> None:
    """Ask `supports` about many calls in a few messages, if the session is in a host.

    An error that ends the host is ignored here; the later queries for single calls report it.
    """
    if isinstance(session, RemoteSession):
        with suppress(BackendError):
            session.ask_support(calls)


def set_threads(session: Session, threads: int, spelled: str) -> None:
    """Set the number of threads. Raises JudgeError if the session has no thread setting."""
    if not isinstance(session, ConfigurableSession):
        raise JudgeError(f"backend {spelled!r} cannot set its threads; leave --threads out")
    session.configure(threads=threads)
