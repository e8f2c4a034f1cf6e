"""Values that are closer to a limit than any precision shows.

Some results are very near a limit (tanh x near 1), far below every format (erfc of a large x) or
far above. Ziv's loop, or the libraries, would take too long for them. `known` of an op returns one
of these values instead, with a comment that proves it by an inequality. The values are sticky, so
rounding and explanation never treat them as exact.
"""

from __future__ import annotations

from samebits.oracles.rounding import Real

NEAR = 200
"""A relative distance, 2**-NEAR, below the distance of any number from the nearest midpoint."""

TINY = -1300
"""A binary exponent far below every format. The smallest boundary of binary64 is 2**-1075."""


def just_below(limit: Real) -> Real:
    """Return a magnitude strictly between limit * (1 - 2**-NEAR) and `limit` (finite, not 0)."""
    scaled = (limit.significand << NEAR) - 1
    return limit._replace(significand=scaled, exponent=limit.exponent - NEAR, sticky=True)


def just_above(limit: Real) -> Real:
    """Return a magnitude strictly between `limit` (finite, not 0) and limit * (1 + 2**-NEAR)."""
    scaled = limit.significand << NEAR
    return limit._replace(significand=scaled, exponent=limit.exponent - NEAR, sticky=True)


def tiny(negative: bool) -> Real:
    """Return a magnitude strictly between 0 and 2**TINY. It rounds to a zero of the given sign."""
    return Real("finite", negative, 0, TINY, sticky=True)


def huge(negative: bool) -> Real:
    """Return a value that represents any magnitude above 2**-TINY.

    It overflows every format, with the given sign.
    """
    return Real("finite", negative, 1 << NEAR, -TINY, sticky=True)
