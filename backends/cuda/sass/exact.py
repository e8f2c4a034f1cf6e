"""Arithmetic of binary32 and binary64 on arrays, rounded once, in any rounding direction.

NumPy has no fma, and rounds to nearest only. Here sums and products are split into parts whose sum
is exact (Dekker 1971, Knuth). The parts are added with rounding to odd. A value that was rounded to
odd with two extra digits then rounds correctly (Boldo and Melquiond, Emulation of a FMA and
correctly rounded sums, 2008). If a part could overflow or lose digits, rational numbers are used.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

NEAREST, DOWN, UP, ZERO = "RN", "RM", "RP", "RZ"
DIRECTIONS = frozenset((DOWN, UP, ZERO))
_SPLIT = 134217729.0  # 2^27 + 1
_SAFE = 2.0**480


def fma32(a: Any, b: Any, c: Any, way: str = NEAREST, lanes: Array | None = None) -> Array:
    """Return a * b + c in binary32, rounded once. Lanes outside `lanes` get any value."""
    with np.errstate(all="ignore"):
        x, y, z = (v.astype(np.float64) for v in _alike(a, b, c, lanes))
        lanes = np.ones(x.shape, np.bool_) if lanes is None else lanes
        if way != NEAREST:
            return _directed(x, y, z, way, np.float32, lanes)
        product = x * y  # exact: 48 bits fit, and the exponent cannot underflow
        total = product + z
        part = total - product
        rest = (product - (total - part)) + (z - part)
        return _odd(total, rest).astype(np.float32)


def fma64(a: Any, b: Any, c: Any, way: str = NEAREST, lanes: Array | None = None) -> Array:
    """Return a * b + c in binary64, rounded once. Lanes outside `lanes` get any value."""
    with np.errstate(all="ignore"):
        a, b, c = _alike(a, b, c, lanes)
        lanes = np.ones(a.shape, np.bool_) if lanes is None else lanes
        if way != NEAREST:
            return _directed(a, b, c, way, np.float64, lanes)
        product = a * b
        sizes = [np.abs(v) for v in (a, b, c, product)]
        least = (sizes[3] > 2.0**-900) & ((sizes[2] > 2.0**-900) | (c == 0))
        safe = least & (sizes[0] < _SAFE) & (sizes[1] < _SAFE) & (sizes[2] < _SAFE)
        plain = ~np.isfinite(a) | ~np.isfinite(b) | ~np.isfinite(c) | (a == 0) | (b == 0)
        low = _product_rest(a, b, product)
        first, first_rest = _two_sum(c, low)
        high, high_rest = _two_sum(product, first)
        small, small_rest = _two_sum(first_rest, high_rest)
        result = high + _odd(small, small_rest)
        result = np.where(plain, product + c, result)
        for k in np.flatnonzero(lanes & ~(safe | plain)):
            result[k] = _rational(a[k], b[k], c[k], NEAREST, np.float64)
        return result


def _alike(a: Any, b: Any, c: Any, lanes: Array | None) -> tuple[Array, ...]:
    """Broadcast the three operands to one shape, together with the lanes if given."""
    more = () if lanes is None else (lanes,)
    return np.broadcast_arrays(a, b, c, *more)[:3]


def _directed(a: Array, b: Array, c: Array, way: str, kind: Any, lanes: Array) -> Array:
    """Return a * b + c, rounded in direction `way` by rational numbers; this is rare."""
    result = (a * b + c).astype(kind)
    for k in np.flatnonzero(lanes):
        if all(math.isfinite(v[k]) for v in (a, b, c)):
            result[k] = _rational(a[k], b[k], c[k], way, kind)
    return result


def _rational(a: Any, b: Any, c: Any, way: str, kind: Any) -> Any:
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    if exact == 0:
        product = float(a) * float(b) if a and b else math.copysign(0.0, a) * math.copysign(1.0, b)
        if not (a and b) and c == 0 and math.copysign(1, product) == math.copysign(1, c):
            return kind(product)
        return kind(-0.0 if way == DOWN else 0.0)
    near = _nearest(exact, kind)
    if way == NEAREST or (math.isfinite(near) and Fraction(float(near)) == exact):
        return near
    above = Fraction(float(near)) > exact if math.isfinite(near) else near > 0
    up = way == UP or (way == ZERO and exact < 0)
    if above and not up:
        return np.nextafter(near, kind(-np.inf))
    if not above and up:
        return np.nextafter(near, kind(np.inf))
    return near


def _nearest(exact: Fraction, kind: Any) -> Any:
    digits, least, most = (24, -149, 128) if kind is np.float32 else (53, -1074, 1024)
    size, sign = abs(exact), 1 if exact > 0 else -1
    place = size.numerator.bit_length() - size.denominator.bit_length()
    place -= int(size < Fraction(2) ** place)
    unit = max(place - digits + 1, least)
    count = round(size / Fraction(2) ** unit)  # ties to even
    if count.bit_length() + unit > most:
        return kind(math.copysign(math.inf, sign))
    return kind(math.copysign(math.ldexp(float(count), unit), sign))


def _two_sum(x: Array, y: Array) -> tuple[Array, Array]:
    total = x + y
    part = total - x
    return total, (x - (total - part)) + (y - part)


def _product_rest(a: Array, b: Array, product: Array) -> Array:
    x, y = _SPLIT * a, _SPLIT * b
    a_high, b_high = x - (x - a), y - (y - b)
    a_low, b_low = a - a_high, b - b_high
    rest: Array = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return rest


def _odd(total: Array, rest: Array) -> Array:
    """Return the exact sum of a rounded sum and its error, rounded to odd."""
    bits = total.view(np.int64)
    inexact = (rest != 0) & np.isfinite(total) & (bits & 1 == 0)
    toward = np.where((rest > 0) == (total > 0), 1, -1)
    zero = total == 0
    moved = np.where(inexact & ~zero, bits + toward, bits).view(np.float64)
    return np.where(zero & (rest != 0), rest, moved)
