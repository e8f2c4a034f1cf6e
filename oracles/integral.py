"""Exact rounding of a `Real` to an integer, in four directions; zeros keep their sign (S4)."""

from __future__ import annotations

from samebits.oracles.rounding import Real


def _integral(x: Real, away: bool) -> Real:
    """Return the integer next to a finite x, toward zero or away from zero."""
    if x.kind != "finite" or x.exponent >= 0:
        return x
    whole, rest = divmod(x.significand, 1 << -x.exponent)
    return Real("finite", x.negative, whole + (1 if away and rest else 0), 0)


def trunc(x: Real) -> Real:
    """Round toward zero."""
    return _integral(x, away=False)


def floor(x: Real) -> Real:
    """Round toward -infinity."""
    return _integral(x, away=x.negative)


def ceil(x: Real) -> Real:
    """Round toward +infinity."""
    return _integral(x, away=not x.negative)


def round_half_even(x: Real) -> Real:
    """Round to the nearest integer, ties to even."""
    whole = trunc(x)
    if x.kind != "finite" or x.exponent >= 0:
        return x
    twice = 2 * (x.significand - (whole.significand << -x.exponent))
    unit = 1 << -x.exponent
    up = twice > unit or (twice == unit and whole.significand % 2 == 1)
    return _integral(x, away=up)
