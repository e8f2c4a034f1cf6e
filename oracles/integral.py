"""Exact rounding of a `Real` to an integer, in the four directions; zeros keep the sign (S4)."""

from __future__ import annotations

from samebits.oracles.rounding import Real


def _integral(x: Real, away: bool) -> Real:
    """Return the integer next to a finite x, toward zero, or away from it."""
    if x.kind != "finite" or x.exponent >= 0:
        return x
    whole, rest = divmod(x.significand, 1 << -x.exponent)
    return Real("finite", x.negative, whole + (1 if away and rest else 0), 0)


def trunc(x: Real) -> Real:
    """Toward zero."""
    return _integral(x, away=False)


def floor(x: Real) -> Real:
    """Toward -infinity."""
    return _integral(x, away=x.negative)


def ceil(x: Real) -> Real:
    """Toward +infinity."""
    return _integral(x, away=not x.negative)


def round_half_even(x: Real) -> Real:
    """To the nearest integer, of two the even one."""
    whole = trunc(x)
    if x.kind != "finite" or x.exponent >= 0:
        return x
    twice = 2 * (x.significand - (whole.significand << -x.exponent))
    unit = 1 << -x.exponent
    up = twice > unit or (twice == unit and whole.significand % 2 == 1)
    return _integral(x, away=up)
