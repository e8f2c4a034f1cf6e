"""What is asked of a session besides single calls: several at once, another environment.

A session in a host is asked through its host; one in this process, as tests have them, is served
here.
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
    """The session declares that it cannot do this; the message says what."""


def need_together(session: Session) -> None:
    """Raises LackingError where the session runs one call at a time."""
    if isinstance(session, RemoteSession) and "together" not in session.abilities:
        raise LackingError("the session runs one call at a time")


def need_environment(session: Session) -> None:
    """Raises LackingError where the session sets no floating-point environment."""
    if isinstance(session, RemoteSession):
        if "environment" not in session.abilities:
            raise LackingError("the session sets no floating-point environment")
    elif reason := fenv.unavailable():
        raise LackingError(reason)


def need_times(session: Session) -> None:
    """Raises LackingError where a request makes each call once."""
    if isinstance(session, RemoteSession) and "times" not in session.abilities:
        raise LackingError("the session makes each call of a request once")


def settings_of(session: Session) -> list[str]:
    """Return the settings in which the session runs calls. Raises LackingError for none."""
    can = session.abilities if isinstance(session, RemoteSession) else settings.available()
    found = [name for name in settings.SETTINGS if name in can]
    if not found:
        raise LackingError("the session runs calls in no other settings of its process")
    return found


def need_settings(session: Session) -> None:
    """Raises LackingError where the session runs calls in no other settings of its process."""
    settings_of(session)


def need_ways(session: Session) -> None:
    """Raises LackingError where the session has no other way to a call than `run`."""
    if isinstance(session, RemoteSession) and not session.abilities & {*WAYS, ANOTHER_SESSION}:
        raise LackingError("the session has no other way to a call than run")


def offered_ways(session: Session) -> list[str]:
    """Return the ways to a call that the session has; one of this process has all of WAYS."""
    has = session.abilities if isinstance(session, RemoteSession) else set(WAYS)
    return [way for way in (*WAYS, ANOTHER_SESSION) if way in has]


def run_in_way(session: Session, run: Run) -> None:
    """Compute one call in its way."""
    if isinstance(session, RemoteSession):
        session.run_in_order([run])
    else:
        run_way(run.way, session, run.call, run.inputs, run.outputs)


def together(session: Session, jobs: Sequence[Sequence[Run]]) -> None:
    """Run every job in a thread of its own, all beginning at once. Raises LackingError."""
    need_together(session)
    if not isinstance(session, RemoteSession):
        steps = [[partial(session.run, r.call, r.inputs, r.outputs) for r in job] for job in jobs]
        run_together(steps)
    else:
        session.run_together(jobs)


class InEnvironment:
    """A session whose calls run where the calling thread has a floating-point environment.

    `after` is the environment that the last call left. Raises LackingError where it cannot be set.
    """

    def __init__(self, session: Session, environment: fenv.Environment) -> None:
        need_environment(session)
        self._session = session
        self._environment = environment
        self.after = environment

    def supports(self, call: Call) -> Support:
        """As the session itself."""
        return self._session.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call in the environment; what the call left is set aside."""
        if isinstance(self._session, RemoteSession):
            after = self._session.run_in(self._environment, call, inputs, outputs)
        else:
            with fenv.hostile(self._environment):
                self._session.run(call, inputs, outputs)
                after = fenv.current()
        if after != self._environment:
            self.after = after


class InSettings:
    """A session whose calls run where its process has some settings."""

    def __init__(self, session: Session, names: Sequence[str]) -> None:
        self._session = session
        self._names = names

    def supports(self, call: Call) -> Support:
        """As the session itself."""
        return self._session.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call in the settings."""
        if isinstance(self._session, RemoteSession):
            self._session.run_in_order([Run(call, inputs, outputs, settings=self._names)])
        else:
            settings.run_in(self._names, partial(self._session.run, call, inputs, outputs))
