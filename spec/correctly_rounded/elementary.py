"""exp, log, tan and atan of real numbers as balls, good relative to their size near every zero.

Each function is put together from operations on `Real`, which carry their proofs, and from the
series of `series.py` and `quotient_series.py`; what is left to say is why the pieces fit.
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
"""Bits that a fixed-point sum has more than the result, for its own errors."""


@lru_cache(maxsize=64)
def pi(bits: int) -> Real:
    """The ratio of a circle to its diameter."""
    inner = bits + _MORE
    return Real(series.half_pi(inner), 2, 1 - inner, bits)


@lru_cache(maxsize=64)
def log_2(bits: int) -> Real:
    """The natural logarithm of 2."""
    inner = bits + _MORE
    return Real(series.log_2(inner), 2, -inner, bits)


@lru_cache(maxsize=64)
def log_10(bits: int) -> Real:
    """The natural logarithm of 10."""
    return log(Real(10, 0, 0, bits))


@lru_cache(maxsize=64)
def root_of_pi(bits: int) -> Real:
    """The square root of pi."""
    return square_root(pi(bits))


def exp(x: Real) -> Real:
    """e**x for every x, with an exponent as large as it needs.

    The fixed-point argument has the bits of x before the point more than the result, for as many
    multiples of log 2 are taken off.
    """
    inner = x.bits + max(x.top, 0) + _MORE
    try:
        ball, n = series.exp(Ball(*x.fixed(inner)), inner)
    except ValueError as error:
        raise TooWideError(str(error)) from error
    return Real(ball.middle, ball.radius, n - inner, x.bits)


def expm1(x: Real) -> Real:
    """e**x - 1: x times a series below 1/8; for x < 0 by e**-y - 1 = -(e**y - 1) / e**y.

    Above that the difference takes a few bits off, which its radius says.
    """
    if x.middle < 0:
        positive = expm1(-x)
        return -positive / (positive + 1)
    if x.top >= -3:
        return exp(x) - 1
    return x * _sum(exp_quotient, x)


def log(x: Real) -> Real:
    """The natural logarithm of x > 0. Raises TooWideError if x may be 0 or less.

    With x = z 2**k and 3/4 < z <= 3/2, log x = k log 2 + log z, where |log z| < 0.41 is less than
    2/3 of log 2: the sum takes less than two bits off. log z = 2 atanh(s), s = (z - 1) / (z + 1).
    """
    if x.middle <= x.radius:
        raise TooWideError("the operand of a logarithm may be 0")
    size = x.middle.bit_length()
    k = size + x.exponent - (x.middle <= 3 << (size - 2) if size > 1 else 1)
    z = x.times_power_of_two(-k)
    return atanh_small((z - 1) / (z + 1)) * 2 + log_2(x.bits) * k


def log1p(x: Real) -> Real:
    """log(1 + x) for x > -1. Near 0 it is 2 atanh(s) with s = x / (2 + x), |s| < 1/7."""
    if x.top < -2:
        return atanh_small(x / (x + 2)) * 2
    return log(x + 1)


def atanh_small(s: Real) -> Real:
    """atanh(s) for |s| <= 1/4, by its series."""
    return s * _sum(inverse_hyperbolic_quotient, s * s)


def tangent(x: Real) -> Real:
    """tan x for |x| < 1, as a quotient of series."""
    square = x * x
    return x * _sum(sine_quotient, square) / _sum(cosine_of_root, square)


def sine(x: Real) -> Real:
    """sin x for |x| < 1."""
    return x * _sum(sine_quotient, x * x)


def cosine(x: Real) -> Real:
    """cos x for |x| < 1."""
    return _sum(cosine_of_root, x * x)


def atan(x: Real) -> Real:
    """The angle between -pi/2 and pi/2 whose tangent is x.

    From 2 on it is +-pi/2 - atan(1/x). By atan x = 2 atan(x / (1 + sqrt(1 + x**2))) an operand
    below 1/8 is reached from 2 in four steps, to 0.62, 0.29, 0.14 and 0.07.
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
    """A sum of `quotient_series.py` for an argument that its docstring allows, as a Real."""
    inner = argument.bits + _MORE
    middle, radius = argument.fixed(inner)
    if radius > 1 << (inner - 4):
        raise TooWideError("the argument of a series is too wide")
    ball = series_of(Ball(max(middle, 0), radius), inner)
    return Real(ball.middle, ball.radius, -inner, argument.bits)


def tanh(x: Real) -> Real:
    """tanh x."""
    t = expm1(x * 2)
    return t / (t + 2)


def cosh(x: Real) -> Real:
    """cosh x, for x >= 0."""
    w = exp(x)
    return (w + 1 / w).times_power_of_two(-1)
