"""Special values as data: `known` of an op begins with its row of the table in clause S4."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint

from samebits.oracles.rounding import NAN, Real, dyadic, infinity, zero

ZERO, NEGATIVE_ZERO = zero(False), zero(True)
ONE, MINUS_ONE, HALF = dyadic(1, 0), dyadic(-1, 0), dyadic(1, -1)
INFINITY, NEGATIVE_INFINITY = infinity(False), infinity(True)


def special(
    x: Real, at_minus_infinity: Real, at_minus_zero: Real, at_zero: Real, at_infinity: Real
) -> Real | None:
    """Return the result for an infinity, a zero or a NaN; None for every other number."""
    if x.kind == "nan":
        return NAN
    if x.kind == "infinite":
        return at_minus_infinity if x.negative else at_infinity
    if x.is_zero:
        return at_minus_zero if x.negative else at_zero
    return None


def signed(magnitude: Real, x: Real) -> Real:
    """Return a magnitude with the sign of x."""
    return magnitude._replace(negative=x.negative)


def integer(x: Real) -> int | None:
    """Return a finite x as a Python integer, or None if it is not an integer."""
    value = x.fraction()
    return value.numerator if value.denominator == 1 else None


def pi_times(factor: Fraction) -> Real:
    """Return the exact value factor * pi, for factor > 0, cut off after at least 200 bits."""
    return _cut_off(lambda: flint.arb.pi() * factor.numerator / factor.denominator)


def _cut_off(constant: Callable[[], Any]) -> Real:
    """Return a positive constant, cut off after 240 bits; `constant` is called at 320 bits."""
    before = flint.ctx.prec
    try:
        flint.ctx.prec = 320
        below = int((constant() * 2**240).floor().unique_fmpz())
    finally:
        flint.ctx.prec = before
    return Real("finite", False, below, -240, sticky=True)


LOG_2 = _cut_off(flint.arb.const_log2)
"""The value log 2, cut off."""
