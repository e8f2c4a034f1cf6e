"""Made-up addresses, which replace the addresses of arrays while a call is planned.

The high bits number the memory, so that every pointer in an argument shows which memory it points
into. This limits how far an array may reach, and the number of memories in a call.
"""

from __future__ import annotations

from samebits.backends.cuda.arrays.views import Reach

GRAIN = 16
"""The alignment of made-up addresses in bytes; a plan knows addresses only modulo this number."""

_NUMBERED = 44  # the first bit of a memory's number in a made-up address
_HALF = 1 << (_NUMBERED - 1)

FARTHEST = _HALF - 4 * GRAIN
"""The largest reach of an operand from its first element, and the largest new memory, in bytes."""

MOST_MEMORIES = (1 << (64 - _NUMBERED)) - 2
"""The largest number of operands and new memories of a call, as made-up addresses have 64 bits."""


def made_up(number: int) -> int:
    """Return the address for a memory until a plan runs.

    It is a multiple of GRAIN, but not of 2 GRAIN, so that a plan assumes no larger alignment.
    """
    return (number << _NUMBERED) + GRAIN


def nowhere(number: int) -> int:
    """Return an address far from every true one, and from those with other numbers."""
    return -made_up(number)


def pointed(address: int) -> tuple[int, int]:
    """Return the number of a memory, and the distance from its made-up address."""
    number = (address + _HALF) >> _NUMBERED
    return number, address - made_up(number)


def is_near(reach: Reach) -> bool:
    """Check that no address of an array can be mistaken for another array's."""
    return max(-reach.low, reach.low + reach.span) < FARTHEST
