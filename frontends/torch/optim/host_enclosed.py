"""Correctly rounded functions of Python floats, by decimal arithmetic: exp, logarithms, tanh, erf.

Each result is enclosed between two decimal numbers that must round to the same float. If a result
is exact in binary64 (the logarithm of a power of two or ten), both numbers round to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Context, Decimal
from functools import lru_cache, wraps

from samebits.common.errors import SamebitsError

_PI = Decimal(
    "3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986"
)
_DIGITS = 60
"""The precision of the enclosure in decimal digits (199 bits), more than any exp or log needs."""

_LARGE, _SMALL = 1100.0, 2.0**-60
"""Limits of |x|. Above `_LARGE`, exp overflows or vanishes; below `_SMALL`, 1 + x rounds to 1."""


def _odd(function: Callable[[float], float]) -> Callable[[float], float]:
    """Return an odd function with a cache, which returns NaN and zeros unchanged."""
    kept = lru_cache(maxsize=4096)(function)

    @wraps(function)
    def call(x: float) -> float:
        number = float(x)
        return number if number != number or number == 0.0 else kept(number)

    return call


@lru_cache(maxsize=4096)
def exponential(x: float) -> float:
    """Return e to the power of x."""
    if x != x or math.isinf(x):
        return x if x != x or x > 0 else 0.0
    if x > 710.0:
        raise OverflowError("math range error")
    return 1.0 if x == 0.0 else _settled(lambda c: c.exp(Decimal(max(x, -1000.0))))


@_odd
def exponential_less_1(x: float) -> float:
    """Return exp(x) - 1."""
    if math.isinf(x):
        return x if x > 0 else -1.0
    if x > 710.0:
        raise OverflowError("math range error")
    if abs(x) < _SMALL:  # x**2 / 2 is less than half the distance from x to its neighbours
        return x
    return _settled(lambda c: _less_1(Decimal(max(x, -_LARGE)), c))


def _less_1(x: Decimal, c: Context) -> Decimal:
    """Return exp(x) - 1, computed with 20 additional digits.

    The subtraction loses up to 19 digits for |x| above 2**-60.
    """
    wide = Context(prec=c.prec + 20, Emax=c.Emax, Emin=c.Emin)
    return c.plus(wide.subtract(wide.exp(x), Decimal(1)))


@lru_cache(maxsize=4096)
def logarithm(x: float, base: float | None = None) -> float:
    """Return the natural logarithm; with a base, the rounded quotient of two logarithms."""
    if base is not None:
        return logarithm(x) / logarithm(base)
    return _logarithm(x, lambda v, c: c.ln(v))


@lru_cache(maxsize=4096)
def logarithm_2(x: float) -> float:
    """Return the logarithm to base 2."""
    return _logarithm(x, lambda v, c: c.divide(c.ln(v), c.ln(Decimal(2))))


@lru_cache(maxsize=4096)
def logarithm_10(x: float) -> float:
    """Return the logarithm to base 10."""
    return _logarithm(x, lambda v, c: c.log10(v))


def _logarithm(x: float, value: Callable[[Decimal, Context], Decimal]) -> float:
    if x != x or x == math.inf:
        return x
    if x <= 0.0:
        raise ValueError("math domain error")
    return 0.0 if x == 1.0 else _settled(lambda c: value(Decimal(x), c))


@_odd
def logarithm_of_1_more(x: float) -> float:
    """Return the natural logarithm of 1 + x."""
    if x == math.inf:
        return x
    if x <= -1.0:
        raise ValueError("math domain error")
    if abs(x) < _SMALL:  # as in exponential_less_1
        return x
    whole = Context(prec=400).add(Decimal(1), Decimal(x))  # exact: 2**-60 with 53 bits, or 2**1023
    return _settled(lambda c: c.ln(whole))


@_odd
def hyperbolic_tangent(x: float) -> float:
    """Return tanh(x), computed as e / (e + 2) with e = exp(2 |x|) - 1."""
    if abs(x) >= 20.0:  # 1 - tanh(20) < 2^-56
        return math.copysign(1.0, x)
    if abs(x) < _SMALL:  # x - tanh(x) < x**3 / 3
        return x

    def value(c: Context) -> Decimal:
        e = _less_1(2 * Decimal(abs(x)), c)
        return c.divide(e, c.add(e, Decimal(2)))

    return math.copysign(_settled(value), x)


@_odd
def error_function(x: float) -> float:
    """Return erf(x): 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    if abs(x) >= 6.0:  # 1 - erf(6) < 2^-55
        return math.copysign(1.0, x)
    return math.copysign(_settled(lambda c: _erf(Decimal(abs(x)), c)), x)


def _erf(x: Decimal, c: Context) -> Decimal:
    """Return exp(-x^2) times the series with the terms 2^n x^(2n+1) / (1 * 3 * ... * (2n+1)).

    All terms are positive, so that no digits cancel.
    """
    square = c.multiply(x, x)
    term = total = x
    n = 1
    while c.compare(c.scaleb(term, c.prec), total) > 0:
        term = c.divide(c.multiply(term, 2 * square), Decimal(2 * n + 1))
        total = c.add(total, term)
        n += 1
    factor = c.divide(c.multiply(Decimal(2), c.exp(-square)), c.sqrt(_PI))
    return c.multiply(factor, total)


def _settled(value: Callable[[Context], Decimal]) -> float:
    """Return the float to which both ends of an interval around the value round.

    `value` may be wrong by some units of its last digit. So the interval extends by 10^-(digits -
    4) of the value to each side. Raises SamebitsError if the ends round to different floats, which
    is not known to happen for any operand.
    """
    c = Context(prec=_DIGITS, Emax=999999, Emin=-999999)
    wide = Context(prec=2 * _DIGITS, Emax=999999, Emin=-999999)
    found = value(c)
    off = wide.scaleb(abs(found), 4 - _DIGITS)
    low, high = float(wide.subtract(found, off)), float(wide.add(found, off))
    if low != high:
        raise SamebitsError(f"{found} is too near to a midpoint of binary64; please report it")
    return low
