"""The frame of a correctly rounded function: enclose it, and double the precision until it rounds.

A function of binary64 is built in four steps (`functions/` has one for every op of the profile
`math`):

1. Its special values and every operand whose value is a number of binary64, or lies halfway between
   two, are answered first; the function's module names the theorem that leaves no others.
2. It encloses the exact value between two dyadic numbers, with a working precision of so many
   bits, by the series of `series.py` and `quotient_series.py` and the balls of `reals.py`. Each of
   them states how far it is off, at most, and why; nothing is estimated.
3. `settled` rounds both ends. Rounding is monotone, so if both ends round to one number, the exact
   value rounds to it too; otherwise the working precision is doubled. (This strategy is Ziv's:
   "Fast evaluation of elementary mathematical functions with correctly rounded last bit", ACM
   TOMS 17, 1991.)
4. Because of step 1 the exact value has a positive distance from every number at which the rounding
   changes, and the enclosures shrink to a point: the loop ends, without a limit, without a search
   for hard cases, and without trust in one. (Of erf, its inverses, gelu and the gamma function no
   theorem says so. What the loop answers is proved there too.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from samebits.spec.correctly_rounded.patterns import encode_signed

FIRST_PRECISION = 128
"""Fraction bits of the first try: it leaves a rounding open about once in 2**60 operands."""


class Enclosure(NamedTuple):
    """A real number that lies from low * 2**exponent to high * 2**exponent, both included."""

    low: int
    high: int
    exponent: int


BEYOND = Enclosure(1, 2, 1 << 20)
"""Stands for any number of at least 2**1024: it rounds to infinity."""

NEXT_TO_NOTHING = Enclosure(1, 2, -(1 << 20))
"""Stands for any positive number below 2**-1075: it rounds to +0."""


def settled(enclose: Callable[[int], Enclosure]) -> int:
    """The pattern to which a real number rounds; `enclose` takes the working precision in bits.

    The number must not lie halfway between two numbers of binary64, nor be 0 (step 1 above).
    """
    precision = FIRST_PRECISION
    while True:
        low, high, exponent = enclose(precision)
        pattern = encode_signed(low, exponent)
        if pattern == encode_signed(high, exponent):
            return pattern
        precision *= 2
