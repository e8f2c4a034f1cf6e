"""How near a value lies to the middle of two numbers of binary64, or to a number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from samebits.oracles.rounding import Real
from samebits.spec.call import Call
from samebits.spec.formats import get_format
from samebits.vectors.search.kept import Row
from samebits.vectors.search.twice import exact_values

FORM = get_format("f64")


class Nearness(NamedTuple):
    """-log2 of the distances of a value, in units of the last place of its result."""

    middle: float
    """From the next middle of two numbers, where rounding to nearest parts."""

    number: float
    """From the next number, where the rounding of some other direction parts."""


def nearness(call: Call, rows: Sequence[Row]) -> list[Nearness | None]:
    """How near the value of each row is.

    None for a value that is none of a ball: a special one, one that is known without a library, or
    one beyond the greatest number.
    """
    return [None if value is None else _near(value) for value in exact_values(call, rows)]


def unit_of(value: Real) -> int | None:
    """The exponent of the unit of the last place that a finite value has as a result.

    None beyond the greatest number.
    """
    top = value.significand.bit_length() + value.exponent
    if top > FORM.emax + 1:
        return None
    return max(top - FORM.precision, FORM.emin - FORM.precision + 1)


def _near(value: Real) -> Nearness | None:
    unit = unit_of(value)
    if unit is None:
        return None
    below = unit - value.exponent
    if below <= 0:
        return Nearness(1.0, math.inf)  # a number of binary64, half a unit from both middles
    part = value.significand & ((1 << below) - 1)
    distances = abs(part - (1 << (below - 1))), min(part, (1 << below) - part)
    bits = [below - math.log2(off) if off else math.inf for off in distances]
    return Nearness(*bits)
