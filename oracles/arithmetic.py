"""Exact arithmetic on `Real`: + - * /, square root, remainders, order (R1, R3, S3, S4).

Sums and products of dyadic numbers are dyadic. Quotients and roots are cut off after QUOTIENT_BITS
bits. The field `sticky` records that digits were cut off, so a cut value is never mistaken for a
tie.
"""

from __future__ import annotations

from math import isqrt

from samebits.oracles.rounding import NAN, QUOTIENT_BITS, Real, infinity, zero


def negate(a: Real) -> Real:
    """Return -a."""
    return a._replace(negative=not a.negative)


def add(a: Real, b: Real) -> Real:
    """Return a + b for dyadic operands; x + (-x) is +0, and (-0) + (-0) is -0."""
    if a.kind == "nan" or b.kind == "nan":
        return NAN
    if a.kind == "infinite" or b.kind == "infinite":
        if a.kind == b.kind and a.negative != b.negative:
            return NAN
        return a if a.kind == "infinite" else b
    exponent = min(a.exponent, b.exponent)
    total = (a.signed() << (a.exponent - exponent)) + (b.signed() << (b.exponent - exponent))
    if total:
        return Real("finite", total < 0, abs(total), exponent)
    return zero(a.is_zero and b.is_zero and a.negative and b.negative)


def multiply(a: Real, b: Real) -> Real:
    """Return a * b for dyadic operands; infinity * 0 is NaN."""
    if a.kind == "nan" or b.kind == "nan":
        return NAN
    negative = a.negative != b.negative
    if a.kind == "infinite" or b.kind == "infinite":
        return NAN if a.is_zero or b.is_zero else infinity(negative)
    return Real("finite", negative, a.significand * b.significand, a.exponent + b.exponent)


def divide(a: Real, b: Real) -> Real:
    """Return a / b for dyadic operands; 0/0 and infinity/infinity are NaN, x/0 is an infinity."""
    if a.kind == "nan" or b.kind == "nan" or (a.is_zero and b.is_zero):
        return NAN
    negative = a.negative != b.negative
    if a.kind == "infinite":
        return NAN if b.kind == "infinite" else infinity(negative)
    if b.is_zero:
        return infinity(negative)
    if b.kind == "infinite" or a.is_zero:
        return zero(negative)
    shift = QUOTIENT_BITS + max(0, b.significand.bit_length() - a.significand.bit_length())
    quotient, rest = divmod(a.significand << shift, b.significand)
    return Real("finite", negative, quotient, a.exponent - shift - b.exponent, rest != 0)


def square_root(a: Real) -> Real:
    """Return the square root of a dyadic operand; -0 for -0, NaN for negative operands."""
    if a.kind == "nan" or a.is_zero:
        return a
    if a.negative:
        return NAN
    if a.kind == "infinite":
        return a
    # The root needs twice as many bits below the point, and an even exponent.
    shift = 2 * QUOTIENT_BITS + (a.exponent & 1)
    scaled = a.significand << shift
    root = isqrt(scaled)
    return Real("finite", False, root, (a.exponent - shift) // 2, root * root != scaled)


def truncated_remainder(a: Real, b: Real) -> Real:
    """Return a - b * trunc(a / b), with the sign of a, for zeros too.

    The result is NaN if a is infinite or b is zero.
    """
    if a.kind != "finite" or b.kind == "nan" or b.is_zero:
        return NAN
    if b.kind == "infinite":
        return a
    exponent = min(a.exponent, b.exponent)
    rest = (a.significand << (a.exponent - exponent)) % (b.significand << (b.exponent - exponent))
    return Real("finite", a.negative, rest, exponent)


def floored_remainder(a: Real, b: Real) -> Real:
    """Return a - b * floor(a / b), with the sign of b, for zeros too.

    The result is NaN if a is infinite or b is 0. For an infinite b the result is a if the signs
    agree or a is zero, and otherwise b.
    """
    rest = truncated_remainder(a, b)
    if rest.kind == "nan":
        return rest
    if rest.is_zero:
        return zero(b.negative)
    return rest if rest.negative == b.negative else add(rest, b)


def is_below(a: Real, b: Real) -> bool:
    """Return whether a < b in value, where -0 equals +0; a and b must not be NaN."""
    return not (a.is_zero and b.is_zero) and less(a, b)


def less(a: Real, b: Real) -> bool:
    """Return whether a < b in the order of clause S3, where -0 < +0; a and b must not be NaN."""
    if a.negative != b.negative:
        return a.negative
    if a.kind == "infinite" or b.kind == "infinite":
        return a.kind != b.kind and (a.kind == "infinite") == a.negative
    exponent = min(a.exponent, b.exponent)
    left = a.signed() << (a.exponent - exponent)
    right = b.signed() << (b.exponent - exponent)
    return left < right
