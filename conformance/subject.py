"""The subject of a run: a backend and one device of it, opened, and how to name it."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from samebits.backends import discovery
from samebits.backends.protocol import (
    Backend,
    BackendError,
    ConfigurableSession,
    Device,
    ObservedSession,
    Session,
)
from samebits.conformance.errors import JudgeError, one_line

SOURCES = "source_digest"
"""Name under which an environment states the digest of the sources that computed."""


@dataclass(frozen=True, slots=True)
class Subject:
    """An open session with its backend and device; `spelled` is the name as the user gave it.

    `threads` is what the session was configured to, None where it was left alone.
    """

    spelled: str
    backend: Backend
    device: Device
    session: Session
    threads: int | None = None

    def environment(self) -> dict[str, str]:
        """What the session states about itself; a backend that cannot say so is named.

        Where it states no `source_digest`, the digest of its Python module stands for it.
        """
        try:
            stated = {str(k): str(v) for k, v in self.session.environment().items()}
        except Exception as error:  # a plugin may fail in any way; the report says so
            stated = {"environment": f"not stated: {one_line(error)}"}
        if SOURCES not in stated:
            digest = discovery.module_digest(self.spelled)
            stated |= {"module_digest": digest} if digest else {}
        return {"backend_spelled": self.spelled, **stated}

    def condition(self) -> dict[str, str]:
        """How the device is at this moment; empty where the session does not tell."""
        if not isinstance(self.session, ObservedSession):
            return {}
        try:
            return {str(k): str(v) for k, v in self.session.condition().items()}
        except Exception as error:  # as for the environment
            return {"condition": f"not stated: {one_line(error)}"}

    def explain_command(self, address: str) -> str:
        """The command that shows one element again."""
        return explain_command(address, self.spelled, self.device.name)

    def certify_command(self, case_id: str, level: str) -> str:
        """The command that runs one case or law again."""
        return certify_command(case_id, level, self.spelled, self.device.name)


def explain_command(address: str, spelled: str, device: str) -> str:
    """The command that shows one case or element on a device."""
    return f"samebits explain {shlex.quote(address)} {_where(spelled, device)}"


def certify_command(case_id: str, level: str, spelled: str, device: str) -> str:
    """The command that judges one case or law on a device."""
    chosen = f"--level {level} --case {shlex.quote(case_id)}"
    return f"samebits certify {_where(spelled, device)} {chosen}"


def _where(spelled: str, device: str) -> str:
    return f"--backend {shlex.quote(spelled)} --device {shlex.quote(device)}"


def choose_device(backend: Backend, spelled: str, wanted: str | None) -> Device:
    """The wanted device, or the first available one. Raises BackendError saying what there is.

    A device may be wanted as reports show it, with its backend: `c:avx2`.
    """
    devices = {device.name: device for device in backend.devices()}
    usable = [device for device in devices.values() if device.available]
    if wanted is None:
        if usable:
            return usable[0]
        reasons = "; ".join(f"{d.name}: {d.reason}" for d in devices.values())
        raise BackendError(f"backend {spelled!r} has no available device ({reasons or 'none'})")
    wanted = wanted.removeprefix(f"{backend.name}:")
    if wanted not in devices:
        near = difflib.get_close_matches(wanted, devices, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise BackendError(
            f"backend {spelled!r} has no device {wanted!r}; {hint}known: {', '.join(devices)}"
        )
    device = devices[wanted]
    if not device.available:
        raise BackendError(f"device {spelled}:{wanted} is not available: {device.reason}")
    return device


@contextmanager
def open_subject(
    spelled: str, device_name: str | None, threads: int | None = None
) -> Iterator[Subject]:
    """Open a device of a backend. Raises BackendError or JudgeError with one clear line."""
    backend = discovery.load(spelled)
    device = choose_device(backend, spelled, device_name)
    try:
        session = backend.open(device.name)
    except BackendError:
        raise
    except Exception as error:  # a plugin may fail in any way; the message names it
        raise BackendError(
            f"{spelled}:{device.name} could not be opened: {type(error).__name__}: {error}"
        ) from error
    with session:
        if threads is not None:
            set_threads(session, threads, spelled)
        yield Subject(spelled, backend, device, session, threads)


def set_threads(session: Session, threads: int, spelled: str) -> None:
    """Set the number of threads. Raises JudgeError where the session has no such setting."""
    if not isinstance(session, ConfigurableSession):
        raise JudgeError(f"backend {spelled!r} cannot set its threads; leave --threads out")
    session.configure(threads=threads)
