"""The protocol of a front end that is judged: it provides a function of arrays for each call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from samebits.backends.protocol import Array, BackendError, Session
from samebits.spec.language.call import Call

Expression = Callable[[Sequence[Array]], Sequence[Array]]
"""A function that takes the operands of a call to the front end and returns the results."""


class NotExpressedError(BackendError):
    """The front end has no function for the call; the message says what is missing."""


@runtime_checkable
class OpenFront(Protocol):
    """A front end that computes on one session until it is closed."""

    refuses_errors: bool
    """Whether the front end refuses errors (C2) itself and takes empty operands.

    If it is false, the session refuses errors before it asks the front end.
    """

    def expression(self, call: Call) -> Expression:
        """Return the function for a call. Raises NotExpressedError if it has no function."""

    def declares(self, call: Call) -> bool:
        """Return whether the front end says that it computes the call by this one op."""

    def close(self) -> None:
        """Leave the session."""


@runtime_checkable
class Front(Protocol):
    """A front end. Its entry point is in the group `samebits.fronts`."""

    @property
    def description(self) -> str:
        """One line of text for the list of devices."""

    @property
    def unavailable(self) -> str:
        """Return why the front end cannot be used here, or an empty text."""

    @property
    def folder(self) -> Path:
        """The folder of the front end's sources. A report states their digest."""

    def open(self, session: Session) -> OpenFront:
        """Open the front end on a session. Raises BackendError."""
