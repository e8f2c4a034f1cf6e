"""The method of all correctly rounded functions: enclose, and double the precision if needed.

A function of binary64 is built in four steps (`functions/` has one for every op of the profile
`math`):

1. Special values are handled first, and also every operand whose value is a number of binary64 or
   halfway between two. The function's module names the theorem which proves that there are no other
   such operands.
2. The function encloses the exact value between two dyadic numbers, at a working precision in bits.
   It uses the series of `series.py` and `quotient_series.py` and the balls of `reals.py`. Their
   docstrings state and prove bounds of the errors.
3. `settled` rounds both ends. Rounding is monotone, so if both ends round to one number, the exact
   value rounds to it too. Otherwise the working precision is doubled. (This strategy is Ziv's:
   "Fast evaluation of elementary mathematical functions with correctly rounded last bit", ACM
   TOMS 17, 1991.)
4. Because of step 1 the exact value has a positive distance from every number at which the rounding
   changes, and the enclosures shrink to a point. Therefore the loop always ends, and needs neither
   a limit nor a search for hard cases. (For erf, its inverses, gelu and the gamma function, this is
   not proven. But every result of the loop is proven to be right.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from samebits.spec.correctly_rounded.patterns import encode_signed

FIRST_PRECISION = 128
"""The precision of the first attempt, in bits. It leaves one in about 2**60 operands undecided."""


class Enclosure(NamedTuple):
    """A closed interval that contains a real number: low * 2**exponent to high * 2**exponent."""

    low: int
    high: int
    exponent: int


BEYOND = Enclosure(1, 2, 1 << 20)
"""An enclosure for any number of at least 2**1024, which rounds to infinity."""

NEXT_TO_NOTHING = Enclosure(1, 2, -(1 << 20))
"""An enclosure for any positive number below 2**-1075, which rounds to +0."""


def settled(enclose: Callable[[int], Enclosure]) -> int:
    """Return the pattern to which a real number rounds.

    `enclose` takes the working precision in bits. The number must be neither 0 nor halfway between
    two numbers of binary64 (step 1 above).
    """
    precision = FIRST_PRECISION
    while True:
        low, high, exponent = enclose(precision)
        pattern = encode_signed(low, exponent)
        if pattern == encode_signed(high, exponent):
            return pattern
        precision *= 2
