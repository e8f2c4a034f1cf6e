"""What a predicate may look at, and what a family of faults consists of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from samebits.backends.protocol import Array
from samebits.spec.language.call import Call

LAST = -1
"""The place of a wrong element where a predicate is about the whole call: the last one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A call with its operands and results, and what the session has seen before it.

    `threads` is what the session was last told (0: nothing); `before` is the op of the call before
    this one; `number` counts the calls of this op and format with an element to spoil, from 1, and
    `alike` those of the same shapes. `refused` is the op of the call before this one where that was
    refused. `together` counts the calls at work in any moment of this one, and `others` says
    whether one of them was of another op. `session` is `second` for a session that was opened
    beside another one, `beside closed` for one beside which another was closed, or "". `forked`
    says whether the process is a child of the one that opened the session.
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
"""Where the first result is wrong, in row-major order, given the argument of a fault; or None."""


@dataclass(frozen=True, slots=True)
class Family:
    """Faults that differ in op, format and argument.

    `says` describes one, with its argument in braces; `chance` says how likely one call is to show
    it. `arguments` are those that make sense for an op and format, none where the family does not
    apply. `within` says whether the judge is bound to ask for it at `level`; `probability` is that
    of a standard run that shows the fault, given op, format and argument, where it is known;
    `rules` are those of the specification that such a fault breaks, if they are always the same.
    `group` is the class of the review that asked for the family, or "". A `planned` fault makes the
    call with the value that the attribute called as its argument had in the first such call.
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
    """The place for a predicate about a whole call."""
    return LAST if holds else None
