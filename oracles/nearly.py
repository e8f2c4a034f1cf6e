"""Values closer to a limit than any precision shows: all that a rounding needs to know of them.

A function near its limit (tanh x near 1), far below every format (erfc of a large x) or far beyond
it would hold up Ziv's loop, or the libraries. `known` of an op returns these instead, each with the
inequality that justifies it. They are sticky, so no rounding and no explanation calls them exact.
"""

from __future__ import annotations

from samebits.oracles.rounding import Real

NEAR = 200
"""Relative distance 2**-NEAR: between a number and the nearest midpoint there is always more."""

TINY = -1300
"""Binary exponent below every format, with room: binary64 ends at 2**-1075."""


def just_below(limit: Real) -> Real:
    """A magnitude strictly between limit * (1 - 2**-NEAR) and `limit`, finite and not zero."""
    scaled = (limit.significand << NEAR) - 1
    return limit._replace(significand=scaled, exponent=limit.exponent - NEAR, sticky=True)


def just_above(limit: Real) -> Real:
    """A magnitude strictly between `limit` and limit * (1 + 2**-NEAR), finite and not zero."""
    scaled = limit.significand << NEAR
    return limit._replace(significand=scaled, exponent=limit.exponent - NEAR, sticky=True)


def tiny(negative: bool) -> Real:
    """Return a magnitude strictly between 0 and 2**TINY: it rounds to a zero with its sign."""
    return Real("finite", negative, 0, TINY, sticky=True)


def huge(negative: bool) -> Real:
    """Stands for any magnitude above 2**-TINY: it overflows every format, with its sign."""
    return Real("finite", negative, 1 << NEAR, -TINY, sticky=True)
