"""Made-up addresses, which replace the addresses of arrays while a call is planned.

The high bits are the number of the memory, so every pointer in an argument shows which memory it
points into. This numbering limits the size of an array, and the number of memories in a call.
"""

from __future__ import annotations

from samebits.backends.cuda.arrays.views import Reach

GRAIN = 16
"""The alignment of made-up addresses in bytes. A plan knows addresses only modulo GRAIN."""

_NUMBERED = 44  # the index of the first bit that belongs to the memory's number
_HALF = 1 << (_NUMBERED - 1)

FARTHEST = _HALF - 4 * GRAIN
"""The largest size in bytes of new memory, and of an operand on each side of its first element."""

MOST_MEMORIES = (1 << (64 - _NUMBERED)) - 2
"""The largest number of operands and new memories of a call, which 64-bit addresses can hold."""


def made_up(number: int) -> int:
    """Return the address that represents memory `number` until a plan runs."""
    return (number << _NUMBERED) + GRAIN


def nowhere(number: int) -> int:
    """Return an address that is far from every real address, and from other values of `number`."""
    return -made_up(number)


def pointed(address: int) -> tuple[int, int]:
    """Return the number of the memory at a made-up address, and the offset from its start."""
    number = (address + _HALF) >> _NUMBERED
    return number, address - made_up(number)


def is_near(reach: Reach) -> bool:
    """Return whether no address of the array can be mistaken for an address in other memory."""
    return max(-reach.low, reach.low + reach.span) < FARTHEST
