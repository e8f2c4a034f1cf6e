"""Fused multiply-add from separate operations, rounded once (clauses R1, R3, T4).

For binary32 and shorter formats, the product is exact in binary64. TwoSum gives the sum and its
error. The sum is rounded to odd by the sign of the error, and then once to the format (53 >= 24 +
2).

For binary64, Boldo and Melquiond's algorithm is used if its error-free transformations are exact at
the exponents of the operands. Otherwise Python's correctly rounded division of integers is used.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from samebits.spec.formats import bits_of, from_bits

Array = np.ndarray[Any, Any]


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """Return the rounded sum and its exact error (Knuth's TwoSum). No operation may overflow."""
    total = a + b
    shadow = total - a
    return total, (a - (total - shadow)) + (b - shadow)


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """Return the rounded product and its exact error (Dekker's product, Veltkamp's splitting)."""
    product = a * b
    a_high, a_low = _split(a)
    b_high, b_low = _split(b)
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return product, error


def _split(a: Array) -> tuple[Array, Array]:
    scaled = a * 134217729.0  # 2**27 + 1
    high = scaled - (scaled - a)
    return high, a - high


def odd_sum(a: Array, b: Array) -> Array:
    """Return a + b in binary64, rounded to odd."""
    total, error = two_sum(a, b)
    patterns = bits_of(total).copy()
    inexact = np.isfinite(total) & (error != 0)
    # If the signs differ, the error points toward zero: step back first. Then set the last bit.
    beyond = inexact & (np.signbit(error) != np.signbit(total))
    patterns -= beyond.astype(np.uint64)
    patterns |= inexact.astype(np.uint64)
    return from_bits(patterns, "f64")


def fma_odd(a: Array, b: Array, c: Array) -> Array:
    """Return a * b + c in binary64, rounded to odd, for binary32 values stored in binary64."""
    return odd_sum(a * b, c)


def fma_f32(a: Array, b: Array, c: Array) -> Array:
    """Return the fma of binary32 arrays (broadcast against each other)."""
    wide = [x.astype(np.float64) for x in (a, b, c)]
    return fma_odd(*wide).astype(np.float32)


def fma_f64(a: Array, b: Array, c: Array) -> Array:
    """Return the fma of binary64 arrays (broadcast against each other)."""
    a, b, c = np.broadcast_arrays(a, b, c)
    product_high, product_low = two_product(a, b)
    carried_high, carried_low = two_sum(c, product_low)
    high, low = two_sum(product_high, carried_high)
    result = np.asarray(high + odd_sum(carried_low, low))
    finite = np.isfinite(a) & np.isfinite(b)
    plain = finite & ((a == 0) | (b == 0) | (c == 0)) & np.isfinite(c)
    zero_addend = plain & (c == 0) & (a != 0) & (b != 0)
    result = np.where(plain, a * b + c, result)  # a product of zero is exact
    result = np.where(zero_addend, a * b, result)  # adding c would lose the sign of an underflow
    result = np.where(finite & ~np.isfinite(c), c, result)  # even if a * b overflows
    result = np.where(~finite, a * b + c, result)
    outside = finite & np.isfinite(c) & ~plain & ~_transformations_exact(a, b, c)
    for at in np.flatnonzero(outside):
        result.flat[at] = _fma_by_fractions(a.flat[at], b.flat[at], c.flat[at])
    return np.asarray(result)


def _transformations_exact(a: Array, b: Array, c: Array) -> Array:
    """Return a mask: true where no step of the transformations can overflow or lose low bits.

    With a product in [2**-902, 2**901) the error of the product is a multiple of 2**-1008. If the
    addend is in that range too, every intermediate number is a multiple of 2**-1008 below 2**903.
    """
    exponent_a, exponent_b, exponent_c = (np.frexp(x)[1] for x in (a, b, c))
    product = exponent_a + exponent_b
    inside = (np.abs(product) <= 900) & (np.abs(exponent_c) <= 900)
    return np.asarray(inside & (np.abs(exponent_a) <= 960) & (np.abs(exponent_b) <= 960))


def _fma_by_fractions(a: float, b: float, c: float) -> float:
    """Return one fma of finite binary64 numbers, by Python's correctly rounded integer division."""
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    try:
        value = exact.numerator / exact.denominator
    except OverflowError:
        return float("-inf") if exact < 0 else float("inf")
    return -0.0 if exact < 0 and value == 0 else value
