"""The normal distribution in long doubles: filters of erf, erfc and their inverses in binary64.

Below 1, erf is exp(-x^2) times a series whose terms have the same sign. From 1 on, erfc is a
continued fraction (Abramowitz and Stegun, 7.1.6 and 7.1.14). Both have errors of a few units in the
last place. An inverse begins with the value in binary64, whose error is below 2^-40, and takes one
step of Newton's iteration.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_TERMS = 60
"""Number of terms of the series. At x = 1, the last term is below 2^-70."""

_DEPTH = 330
"""Depth of the continued fraction. At x = 1 it converges like exp(-x sqrt(8 depth))."""

_WIDE = np.longdouble
_ROOT_OF_PI = np.sqrt(4 * np.arctan(_WIDE(1)))
_ROOT_OF_2 = np.sqrt(_WIDE(2))


def erf(x: Array) -> tuple[Array, Array]:
    """Return erf and its size."""
    size = np.abs(x)
    value = np.copysign(np.where(size < 1, _near_zero(size), 1 - _tail(size)), x)
    return value, value


def erfc(x: Array) -> tuple[Array, Array]:
    """Return erfc = 1 - erf and its size. The size is about 1 if the difference cancels."""
    size = np.abs(x)
    near, tail = _near_zero(size), _tail(size)
    value = np.where(x < 1, np.where(x > -1, 1 - np.copysign(near, x), 2 - tail), tail)
    return value, np.where(x < 1, np.maximum(value, 1), value)


def erfinv(x: Array) -> tuple[Array, Array]:
    """Return the number whose erf is x, between -1 and 1."""
    size = np.abs(x)
    inside = np.where(size < 1, size, 0.5)
    value = _inverse(inside / 2, (1 - inside) / 2, inside < 0.5) / _ROOT_OF_2
    value = np.where(size < 1, np.copysign(value, x), np.nan)
    return value, value


def normal_quantile(x: Array) -> tuple[Array, Array]:
    """Return the normal quantile of x, and its size."""
    inside = np.where((x > 0) & (x < 1), x, 0.25)
    less = np.minimum(inside, 1 - inside)  # exact, and the distance from 1/2 is exact too
    value = _inverse(0.5 - less, less, less > 0.25)
    value = np.where(inside == x, np.copysign(value, x - 0.5), np.nan)
    return value, value


def _inverse(share: Array, tail: Array, is_near: Array) -> Array:
    """Return the y > 0 such that `share` is the probability from 0 to y, and `tail` beyond y.

    It is one Newton step from the value of binary64.
    """
    start = _start(tail.astype(np.float64), share.astype(np.float64)).astype(_WIDE)
    w = start / _ROOT_OF_2
    off = np.where(is_near, _near_zero(w) / 2 - share, tail - _beyond(w) / 2)
    return np.asarray(start - off * _ROOT_OF_2 * _ROOT_OF_PI / _bell(w))


def _beyond(w: Array) -> Array:
    return np.where(w < 1, 1 - _near_zero(w), _tail(w))


def _quantile_of(tail: float, share: float) -> float:
    """Return the quantile by Wichura's algorithm AS 241, as implemented in Python.

    If `share` is very small, the result is `share` divided by the density.
    """
    if share < 1e-9:
        return share * float(_ROOT_OF_2 * _ROOT_OF_PI)
    return -NormalDist().inv_cdf(tail)


_start: Callable[[Array, Array], Array] = np.frompyfunc(_quantile_of, 2, 1)


def _bell(x: Array) -> Array:
    """Return exp(-x^2).

    Both the square of the upper bits and the rest of the exponent are exact.
    """
    upper = x.astype(np.float32).astype(_WIDE)
    return np.asarray(np.exp(-upper * upper) * np.exp(-(x - upper) * (x + upper)))


def _near_zero(size: Array) -> Array:
    """Return erf of numbers from 0 to 1. For larger numbers the result is meaningless."""
    x = np.minimum(size, 1)
    square = 2 * x * x
    total = term = x
    for n in range(1, _TERMS):
        term = term * square / (2 * n + 1)
        total = total + term
    return np.asarray(2 / _ROOT_OF_PI * _bell(x) * total)


def _tail(size: Array) -> Array:
    """Return erfc of numbers from 1 on. For smaller numbers the result is meaningless."""
    x = np.maximum(size, 1)
    fraction = x
    for n in range(_DEPTH, 0, -1):
        fraction = x + n / (2 * fraction)
    return np.asarray(_bell(x) / (_ROOT_OF_PI * fraction))
