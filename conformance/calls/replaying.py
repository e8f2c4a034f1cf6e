"""Find out whether bits change because of a race or because of the calls made before.

A call whose bits change has a race inside, reads uninitialized memory, or depends on earlier calls
through a cache, a plan or a counter. Two new hosts get the same calls in the same order, so they
have equal histories. If their bits differ, the history is not the cause.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, runtime_checkable

import numpy as np

from samebits.backends.protocol import BackendError, Session
from samebits.conformance.errors import one_line

RACE, HISTORY, UNSTEADY = "race", "history", "unsteady"
"""Names of diagnoses for bits that change.

RACE: results differ although the calls before were equal. HISTORY: results depend on the calls
before, and repeat with them. UNSTEADY: results changed once, but not in two new hosts, so the cause
is unknown.
"""

Bits = np.ndarray[Any, Any]

Ask = Callable[[Session], tuple[Sequence[Bits], bool]]
"""A function that makes calls on a session, in the same order each time.

It returns their bits, and whether some of them show the fault.
"""


@runtime_checkable
class Renewable(Protocol):
    """A session whose device can be opened again, in a new host that has made no call."""

    def another(self) -> AbstractContextManager[Session]:
        """Open the same device in a new host."""


def told_apart(session: Session, ask: Ask) -> tuple[str, str]:
    """Return the name of a diagnosis for bits that change, and the reason in words.

    The name is RACE, HISTORY or UNSTEADY.
    """
    if not isinstance(session, Renewable):
        return UNSTEADY, "comes and goes; not replayed, because the session cannot be opened anew"
    try:
        (first, seen), (second, _) = _in_new_host(session, ask), _in_new_host(session, ask)
    except BackendError as error:
        text = f"comes and goes; not replayed, because a new host failed: {one_line(error)}"
        return UNSTEADY, text
    if not same_bits(first, second):
        return RACE, (
            "comes and goes: a race, or a read of memory that nothing wrote; "
            "two new hosts, asked the same calls in the same order, give different bits"
        )
    if seen:
        return HISTORY, (
            "repeats with its history: two new hosts, asked the same calls in the same order, "
            "change their bits at the same place, so calls before it leave a trace"
        )
    return UNSTEADY, (
        "comes and goes: a rare race, or calls long before; two new hosts, asked the same calls, "
        "did not show it again"
    )


def same_bits(first: Sequence[Bits], second: Sequence[Bits]) -> bool:
    """Return whether two lists of results are equal bit for bit."""
    return len(first) == len(second) and all(map(np.array_equal, first, second))


def _in_new_host(session: Renewable, ask: Ask) -> tuple[Sequence[Bits], bool]:
    with session.another() as fresh:
        return ask(fresh)
