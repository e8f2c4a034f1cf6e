"""pow: x**y. Algebra shows which finite cases are dyadic; these are exact or ties.

Let |x| = m 2**e and y = n 2**f with odd m and n. If f < 0 and x**y is rational, the exponent of
every prime factor of x is divisible by 2**-f. So x is a perfect power of that degree, and the
program replaces x by its root. An integer power remains. It is dyadic if m is 1 or if the exponent
is positive. Other powers are irrational, or have an odd denominator other than 1, so they are not
ties. If m**n is longer than 4096 bits, the odd significand is longer than the significand of any
midpoint.
"""

from math import isqrt
from typing import Any

import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.nearly import huge, tiny
from samebits.oracles.rounding import NAN, Real, dyadic, infinity, zero
from samebits.oracles.special import INFINITY, ONE, ZERO, integer

_LARGEST_POWER = 4096


def known(x: Real, y: Real) -> Real | None:
    """Return known results (S4): the special values of IEEE 754 pow, and dyadic powers."""
    if y.is_zero or (x.kind == "finite" and x.fraction() == 1):
        return ONE
    if "nan" in (x.kind, y.kind):
        return NAN
    if y.kind == "infinite":
        return _infinite_power(x, y)
    whole = integer(y)
    negative = x.negative and whole is not None and whole % 2 == 1
    if x.kind == "infinite" or x.is_zero:
        return zero(negative) if (x.kind == "infinite") == y.negative else infinity(negative)
    if x.negative and whole is None:
        return NAN
    return _dyadic_power(x, y, negative)


def _infinite_power(x: Real, y: Real) -> Real:
    if x.kind == "finite" and abs(x.fraction()) == 1:
        return ONE
    large = x.kind == "infinite" or abs(x.fraction()) > 1
    return ZERO if large == y.negative else INFINITY


def _dyadic_power(x: Real, y: Real, negative: bool) -> Real | None:
    m, e = _odd(x)
    n, f = _odd(y)
    if f < 0:
        if e % (1 << -f):
            return None
        e >>= -f
        for _ in range(-f):
            if m == 1:
                break
            root = isqrt(m)
            if root * root != m:
                return None
            m = root
    else:
        n <<= f
    power = -n if y.negative else n
    if m == 1:
        if abs(e * power) > 3000:
            return huge(negative) if e * power > 0 else tiny(negative)
        return dyadic(-1 if negative else 1, e * power)
    if power < 0 or power * m.bit_length() > _LARGEST_POWER:
        return None
    return Real("finite", negative, m**power, e * power)


def _odd(x: Real) -> tuple[int, int]:
    """Return (m, e) with |x| = m * 2**e and odd m, for x other than 0."""
    zeros = (x.significand & -x.significand).bit_length() - 1
    return x.significand >> zeros, x.exponent + zeros


def _arb(x: Any, y: Any) -> Any:
    if x > 0:
        return x**y
    power = (-x) ** y
    return power if (y / 2).is_integer() else -power


def _mpfr(x: Any, y: Any) -> Any:
    return x**y


ORACLE = Elementary(known, mpmath=mpmath.power, arb=_arb, mpfr=_mpfr)

DEFINITION = Formula(mpmath.power)
