"""Made-up addresses, which stand for those of arrays while a call is planned.

The high bits number the memory, so that every pointer of an argument tells what it points into. So
there are limits to how far an array may reach, and to how many memories a call may have.
"""

from __future__ import annotations

from samebits.backends.cuda.views import Reach

GRAIN = 16
"""Bytes: whether addresses are multiples of so many is what a plan knows, and of no more."""

_NUMBERED = 44  # the bit from which a made-up address numbers its memory
_HALF = 1 << (_NUMBERED - 1)

FARTHEST = _HALF - 4 * GRAIN
"""Bytes: how far an operand may reach from its first element, and how large new memory may be."""

MOST_MEMORIES = (1 << (64 - _NUMBERED)) - 2
"""Operands and new memories of a call, so that made-up addresses have 64 bits."""


def made_up(number: int) -> int:
    """The address that stands for a memory until a plan runs: a multiple of GRAIN, and no more."""
    return (number << _NUMBERED) + GRAIN


def nowhere(number: int) -> int:
    """An address that lies far from every true one, and from those with other numbers."""
    return -made_up(number)


def pointed(address: int) -> tuple[int, int]:
    """The number of a memory, and how far from its made-up address this one is."""
    number = (address + _HALF) >> _NUMBERED
    return number, address - made_up(number)


def is_near(reach: Reach) -> bool:
    """Whether no address of an array can be taken for another array's."""
    return max(-reach.low, reach.low + reach.span) < FARTHEST
