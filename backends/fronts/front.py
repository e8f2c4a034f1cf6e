"""What a front end implements to be judged: one function of arrays for each call it can express."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from samebits.backends.protocol import Array, BackendError, Session
from samebits.spec.call import Call

Expression = Callable[[Sequence[Array]], Sequence[Array]]
"""The public function of a front end that means a call: from its operands to its results."""


class NotExpressedError(BackendError):
    """The front end has no function that means the call; the message says what is missing."""


@runtime_checkable
class OpenFront(Protocol):
    """A front end that computes on one session until it is closed."""

    refuses_errors: bool
    """Whether the front end itself refuses calls that are errors (C2) and takes empty operands.

    Where it is false, the session refuses errors before the front end is asked.
    """

    def expression(self, call: Call) -> Expression:
        """Return the function for a call. Raises NotExpressedError where the front end has none."""

    def declares(self, call: Call) -> bool:
        """Whether the front end declares to make this op and no others where it is asked for it."""

    def close(self) -> None:
        """Leave the session."""


@runtime_checkable
class Front(Protocol):
    """A front end. Its entry point is in the group `samebits.fronts`."""

    @property
    def description(self) -> str:
        """One line for the list of devices."""

    @property
    def unavailable(self) -> str:
        """Why the front end cannot be used here, or an empty text."""

    @property
    def folder(self) -> Path:
        """The folder of its sources, of which a report states the digest."""

    def open(self, session: Session) -> OpenFront:
        """Let the front end compute on a session. Raises BackendError."""
