"""The input of a predicate, and the class that describes a family of faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from samebits.backends.protocol import Array
from samebits.spec.language.call import Call

LAST = -1
"""The position of the wrong element if a predicate concerns the whole call: the last element."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A call with its operands and results, and the history of the session.

    `threads` is the last number of threads that was set (0: none). `before` is the op of the
    previous call. `number` counts the calls of this op and format with a result element, from 1,
    and `alike` counts the calls among them with the same shapes. `refused` is the op of the
    previous call if that call was refused. `together` is the largest number of calls that ran at
    the same time as this call, and `others` says whether one of them was a call of a different op.

    `session` is `second` if another session was open when this session was opened, `beside closed`
    if another session was closed since then, or "". `forked` says whether the process is a child of
    the process that opened the session.
    """

    call: Call
    inputs: Sequence[Array]
    outputs: Sequence[Array]
    threads: int
    before: str
    number: int
    alike: int = 0
    refused: str = ""
    together: int = 1
    others: bool = False
    session: str = ""
    forked: bool = False


Holds = Callable[[Asked, str], int | None]
"""A function that returns the position of the wrong element of the first result, or None.

Positions are in row-major order. The second parameter is the argument of the fault.
"""


@dataclass(frozen=True, slots=True)
class Family:
    """Faults that differ in op, format and argument.

    `says` describes one fault, with its argument in braces. `chance` describes how likely one call
    shows the fault. `arguments` returns the arguments for an op and format; it returns none if the
    family does not apply. `within` returns whether the judge must catch the fault at `level`.
    `probability` returns the probability that a standard run shows the fault, if it is known.

    `rules` are the rules of the specification that every fault of the family breaks. `group` is the
    class of the review that proposed the family, or "". A `planned` fault replaces the attribute
    that its argument names by the value from the first call on these shapes.
    """

    name: str
    says: str
    chance: str
    holds: Holds
    arguments: Callable[[str, str], Sequence[str]]
    within: Callable[[str, str, str], bool]
    level: str = "standard"
    probability: Callable[[str, str, str], float] | None = None
    rules: tuple[str, ...] = ()
    group: str = ""
    planned: bool = False


def where(holds: bool) -> int | None:
    """Return LAST if a predicate about a whole call is true, or None."""
    return LAST if holds else None
