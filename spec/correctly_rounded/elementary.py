"""exp, log, tan, atan and other functions of balls, with good relative precision near zeros.

Each function combines operations on `Real`, which have their own proofs, with the series of
`series.py` and `quotient_series.py`. The docstrings here explain why a combination is right.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from samebits.spec.correctly_rounded import series
from samebits.spec.correctly_rounded.quotient_series import (
    cosine_of_root,
    exp_quotient,
    inverse_hyperbolic_quotient,
    inverse_tangent_quotient,
    sine_quotient,
)
from samebits.spec.correctly_rounded.reals import Real, TooWideError, square_root
from samebits.spec.correctly_rounded.series import Ball

_MORE = 8
"""The number of extra bits of a fixed-point sum, which cover the errors of the sum."""


@lru_cache(maxsize=64)
def pi(bits: int) -> Real:
    """Return pi."""
    inner = bits + _MORE
    return Real(series.half_pi(inner), 2, 1 - inner, bits)


@lru_cache(maxsize=64)
def log_2(bits: int) -> Real:
    """Return the natural logarithm of 2."""
    inner = bits + _MORE
    return Real(series.log_2(inner), 2, -inner, bits)


@lru_cache(maxsize=64)
def log_10(bits: int) -> Real:
    """Return the natural logarithm of 10."""
    return log(Real(10, 0, 0, bits))


@lru_cache(maxsize=64)
def root_of_pi(bits: int) -> Real:
    """Return the square root of pi."""
    return square_root(pi(bits))


def exp(x: Real) -> Real:
    """Return e**x for every x, with an exponent as large as needed.

    The fixed-point argument has more bits than the result, by the number of bits of x before the
    point. About this many bits are lost when multiples of log 2 are subtracted.
    """
    inner = x.bits + max(x.top, 0) + _MORE
    try:
        ball, n = series.exp(Ball(*x.fixed(inner)), inner)
    except ValueError as error:
        raise TooWideError(str(error)) from error
    return Real(ball.middle, ball.radius, n - inner, x.bits)


def expm1(x: Real) -> Real:
    """Return e**x - 1.

    For 0 <= x < 1/8 it is x times a series. For x < 0 it is e**-y - 1 = -(e**y - 1) / e**y with
    y = -x. Above 1/8 the difference loses a few bits, and its radius includes this error.
    """
    if x.middle < 0:
        positive = expm1(-x)
        return -positive / (positive + 1)
    if x.top >= -3:
        return exp(x) - 1
    return x * _sum(exp_quotient, x)


def log(x: Real) -> Real:
    """Return the natural logarithm of x > 0. Raises TooWideError if x may be 0 or less.

    With x = z 2**k and 3/4 < z <= 3/2, log x = k log 2 + log z. |log z| < 0.41 is less than 2/3 of
    log 2, so the sum loses less than two bits. log z = 2 atanh(s) with s = (z - 1) / (z + 1).
    """
    if x.middle <= x.radius:
        raise TooWideError("the operand of a logarithm may be 0")
    size = x.middle.bit_length()
    k = size + x.exponent - (x.middle <= 3 << (size - 2) if size > 1 else 1)
    z = x.times_power_of_two(-k)
    return atanh_small((z - 1) / (z + 1)) * 2 + log_2(x.bits) * k


def log1p(x: Real) -> Real:
    """Return log(1 + x) for x > -1.

    Near 0 it is 2 atanh(s) with s = x / (2 + x), where |s| < 1/7.
    """
    if x.top < -2:
        return atanh_small(x / (x + 2)) * 2
    return log(x + 1)


def atanh_small(s: Real) -> Real:
    """Return atanh(s) for |s| <= 1/4, by its series."""
    return s * _sum(inverse_hyperbolic_quotient, s * s)


def tangent(x: Real) -> Real:
    """Return tan x for |x| < 1, as a quotient of series."""
    square = x * x
    return x * _sum(sine_quotient, square) / _sum(cosine_of_root, square)


def sine(x: Real) -> Real:
    """Return sin x for |x| < 1."""
    return x * _sum(sine_quotient, x * x)


def cosine(x: Real) -> Real:
    """Return cos x for |x| < 1."""
    return _sum(cosine_of_root, x * x)


def atan(x: Real) -> Real:
    """Return the angle between -pi/2 and pi/2 whose tangent is x.

    For |x| >= 2 it is +-pi/2 - atan(1/x). For smaller x, atan x = 2 atan(x / (1 + sqrt(1 + x**2))).
    Starting at 2, this formula reaches an operand below 1/8 in four steps: 0.62, 0.29, 0.14 and
    0.07.
    """
    if x.top > 1:
        quarter = pi(x.bits).times_power_of_two(-1)
        return (quarter if x.sign() > 0 else -quarter) - atan(1 / x)
    halvings = 0
    while x.top >= -2:
        x = x / (square_root(x * x + 1) + 1)
        halvings += 1
    return (x * _sum(inverse_tangent_quotient, x * x)).times_power_of_two(halvings)


def _sum(series_of: Callable[[Ball, int], Ball], argument: Real) -> Real:
    """Return a series of `quotient_series.py` as a Real. Raises TooWideError for a wide argument.

    The argument must be in the range that the docstring of the series allows.
    """
    inner = argument.bits + _MORE
    middle, radius = argument.fixed(inner)
    if radius > 1 << (inner - 4):
        raise TooWideError("the argument of a series is too wide")
    ball = series_of(Ball(max(middle, 0), radius), inner)
    return Real(ball.middle, ball.radius, -inner, argument.bits)


def tanh(x: Real) -> Real:
    """Return tanh x."""
    t = expm1(x * 2)
    return t / (t + 2)


def cosh(x: Real) -> Real:
    """Return cosh x, for x >= 0."""
    w = exp(x)
    return (w + 1 / w).times_power_of_two(-1)
