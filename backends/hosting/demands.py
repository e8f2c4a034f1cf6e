"""Requests that are more than one call: simultaneous calls, or a call in a changed environment.

If the session is in a host, the host does the work. If the session is in this process, as in tests,
this module does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from samebits.backends.hosting import fenv, settings
from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.hosting.together import run_together
from samebits.backends.hosting.ways import ANOTHER_SESSION, WAYS, run_way
from samebits.backends.protocol import Array, BackendError, Session, Support
from samebits.spec.language.call import Call


class LackingError(BackendError):
    """The session lacks a feature; the message names it."""


def need_together(session: Session) -> None:
    """Raise LackingError if the session runs only one call at a time."""
    if isinstance(session, RemoteSession) and "together" not in session.abilities:
        raise LackingError("the session runs one call at a time")


def need_environment(session: Session) -> None:
    """Raise LackingError if the session cannot change the floating-point environment for a call."""
    if isinstance(session, RemoteSession):
        if "environment" not in session.abilities:
            raise LackingError("the session sets no floating-point environment")
    elif reason := fenv.unavailable():
        raise LackingError(reason)


def need_times(session: Session) -> None:
    """Raise LackingError if the session cannot repeat a call within one request."""
    if isinstance(session, RemoteSession) and "times" not in session.abilities:
        raise LackingError("the session cannot repeat a call within one request")


def settings_of(session: Session) -> list[str]:
    """Return the process settings (`settings.py`) in which the session can run calls.

    Raises LackingError if it can change no setting.
    """
    can = session.abilities if isinstance(session, RemoteSession) else settings.available()
    found = [name for name in settings.SETTINGS if name in can]
    if not found:
        raise LackingError("the session runs calls in no other settings of its process")
    return found


def need_settings(session: Session) -> None:
    """Raise LackingError if the session cannot run calls in changed settings of its process."""
    settings_of(session)


def need_ways(session: Session) -> None:
    """Raise LackingError if `run` is the only way of the session to make a call."""
    if isinstance(session, RemoteSession) and not session.abilities & {*WAYS, ANOTHER_SESSION}:
        raise LackingError("the session can make a call only by run")


def offered_ways(session: Session) -> list[str]:
    """Return the ways in which a session can make a call.

    A session in this process can use all of WAYS.
    """
    has = session.abilities if isinstance(session, RemoteSession) else set(WAYS)
    return [way for way in (*WAYS, ANOTHER_SESSION) if way in has]


def run_in_way(session: Session, run: Run) -> None:
    """Compute one call in the way that `run.way` names."""
    if isinstance(session, RemoteSession):
        session.run_in_order([run])
    else:
        run_way(run.way, session, run.call, run.inputs, run.outputs)


def together(session: Session, jobs: Sequence[Sequence[Run]]) -> None:
    """Run every job in its own thread. All jobs start at the same time.

    Raises LackingError if the session runs only one call at a time.
    """
    need_together(session)
    if not isinstance(session, RemoteSession):
        steps = [[partial(session.run, r.call, r.inputs, r.outputs) for r in job] for job in jobs]
        run_together(steps)
    else:
        session.run_together(jobs)


class InEnvironment:
    """A session whose calls run in a chosen floating-point environment of the calling thread.

    If a call changes the environment, `after` is the changed environment. Raises LackingError if
    the environment cannot be set.
    """

    def __init__(self, session: Session, environment: fenv.Environment) -> None:
        need_environment(session)
        self._session = session
        self._environment = environment
        self.after = environment

    def supports(self, call: Call) -> Support:
        """Return whether the wrapped session can run the call."""
        return self._session.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call in the environment.

        If the call changes it, store the changed one in `after`.
        """
        if isinstance(self._session, RemoteSession):
            after = self._session.run_in(self._environment, call, inputs, outputs)
        else:
            with fenv.hostile(self._environment):
                self._session.run(call, inputs, outputs)
                after = fenv.current()
        if after != self._environment:
            self.after = after


class InSettings:
    """A session whose calls run while the named settings of their process are active."""

    def __init__(self, session: Session, names: Sequence[str]) -> None:
        self._session = session
        self._names = names

    def supports(self, call: Call) -> Support:
        """Return whether the wrapped session can run the call."""
        return self._session.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call while the settings are active."""
        if isinstance(self._session, RemoteSession):
            self._session.run_in_order([Run(call, inputs, outputs, settings=self._names)])
        else:
            settings.run_in(self._names, partial(self._session.run, call, inputs, outputs))
