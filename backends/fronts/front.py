"""The protocol of front ends that can be judged. A front end returns a function for each call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from samebits.backends.protocol import Array, BackendError, Session
from samebits.spec.language.call import Call

Expression = Callable[[Sequence[Array]], Sequence[Array]]
"""A function of the front end that takes the operands of a call and returns its results."""


class NotExpressedError(BackendError):
    """The front end has no function for the call. The message says what is missing."""


@runtime_checkable
class OpenFront(Protocol):
    """A front end that is open on one session."""

    refuses_errors: bool
    """Whether the front end itself refuses calls that are errors (C2), and accepts empty operands.

    If it is false, the session refuses errors before it calls the front end.
    """

    def expression(self, call: Call) -> Expression:
        """Return the front end's function for a call.

        Raises NotExpressedError if it has no such function.
        """

    def declares(self, call: Call) -> bool:
        """Return whether the front end declares that it computes the call by this one op."""

    def close(self) -> None:
        """Detach the front end from the session."""


@runtime_checkable
class Front(Protocol):
    """A front end. Its entry point is in the group `samebits.fronts`."""

    @property
    def description(self) -> str:
        """Description for the list of devices, in one line."""

    @property
    def unavailable(self) -> str:
        """Reason why the front end cannot be used here, or an empty string."""

    @property
    def folder(self) -> Path:
        """Folder of the front end's sources. Reports contain their digest."""

    def open(self, session: Session) -> OpenFront:
        """Open the front end on a session. Raises BackendError."""
