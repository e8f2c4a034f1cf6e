"""Arithmetic of binary64 on bit patterns; each operation is rounded once (clauses R1, S4, G3).

Special values follow IEEE 754-2019 with its default results. Every NaN is the canonical NaN.
"""

from __future__ import annotations

import re
from math import isqrt

from samebits.spec.correctly_rounded.patterns import (
    F64,
    INFINITY,
    NAN,
    SIGN,
    ZERO,
    decode,
    encode,
    encode_signed,
    is_infinite,
    is_nan,
    is_zero,
)

_DECIMAL = re.compile(r"([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?")

_ENOUGH = F64.precision + 2
"""The number of bits of a truncated quotient or root: one more than a midpoint has."""


def from_integer(value: int) -> int:
    """Return the binary64 number nearest to an integer, ties to even (R5.4); 0 gives +0."""
    return encode_signed(value, 0)


def from_decimal(text: str) -> int:
    """Return the binary64 number nearest to a decimal number such as `-1.5e-7`, ties to even.

    The text may also be `inf` or `-inf`. Raises ValueError for any other text.
    """
    if text in ("inf", "-inf"):
        return INFINITY if text == "inf" else SIGN | INFINITY
    found = _DECIMAL.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is not a decimal number")
    minus, whole, fraction, power = found[1], found[2], found[3] or "", int(found[4] or 0)
    digits, power = int(whole + fraction), power - len(fraction)
    negative = minus == "-"
    if power >= 0:
        return encode(negative, digits * 10**power, 0)
    return quotient(negative, digits, 10**-power, 0)


def negate(a: int) -> int:
    """Return -a; the sign of zeros and infinities changes too."""
    return NAN if is_nan(a) else a ^ SIGN


def add(a: int, b: int) -> int:
    """Return a + b.

    The sum of infinities of different signs is NaN. An exact zero is -0 only for -0 + -0.
    """
    if is_nan(a) or is_nan(b):
        return NAN
    if is_infinite(a):
        return NAN if is_infinite(b) and a != b else a
    if is_infinite(b):
        return b
    x, y = decode(a), decode(b)
    least = min(x.exponent, y.exponent)
    total = (x.signed << (x.exponent - least)) + (y.signed << (y.exponent - least))
    if not total:
        return a & b & SIGN if is_zero(a) else ZERO
    return encode_signed(total, least)


def subtract(a: int, b: int) -> int:
    """Return a - b, which is a + (-b)."""
    return add(a, negate(b))


def multiply(a: int, b: int) -> int:
    """Return a * b. A zero times an infinity is NaN."""
    if is_nan(a) or is_nan(b):
        return NAN
    sign = (a ^ b) & SIGN
    if is_infinite(a) or is_infinite(b):
        return NAN if is_zero(a) or is_zero(b) else sign | INFINITY
    x, y = decode(a), decode(b)
    return encode(sign != 0, x.significand * y.significand, x.exponent + y.exponent)


def divide(a: int, b: int) -> int:
    """Return a / b.

    Zero divided by zero and infinity divided by infinity are NaN. Any other number divided by zero
    is an infinity.
    """
    if is_nan(a) or is_nan(b):
        return NAN
    sign = (a ^ b) & SIGN
    if is_infinite(a):
        return NAN if is_infinite(b) else sign | INFINITY
    if is_infinite(b):
        return sign
    if is_zero(b):
        return NAN if is_zero(a) else sign | INFINITY
    x, y = decode(a), decode(b)
    return quotient(sign != 0, x.significand, y.significand, x.exponent - y.exponent)


def quotient(negative: bool, numerator: int, denominator: int, exponent: int) -> int:
    """Return numerator / denominator * 2**exponent, rounded.

    `numerator` is at least 0, and `denominator` is above 0.
    """
    shift = max(_ENOUGH + denominator.bit_length() - numerator.bit_length(), 0)
    found, rest = divmod(numerator << shift, denominator)
    # Append a 0 to an exact quotient and a 1 to a truncated one (see `encode`).
    return encode(negative, 2 * found + (rest != 0), exponent - shift - 1)


def square_root(a: int) -> int:
    """Return the square root of a; -0 gives -0, and any other negative number gives NaN."""
    if is_nan(a) or is_zero(a):
        return NAN if is_nan(a) else a
    if a >= SIGN:
        return NAN
    if is_infinite(a):
        return a
    _, significand, exponent = decode(a)
    shift = 2 * _ENOUGH + (exponent & 1)  # makes the exponent even
    scaled = significand << shift
    root = isqrt(scaled)
    return encode(False, 2 * root + (root * root != scaled), (exponent - shift) // 2 - 1)


def floor(a: int) -> int:
    """Return the greatest integer that is not above a; zeros and infinities are unchanged."""
    if is_nan(a):
        return NAN
    if is_infinite(a) or is_zero(a):
        return a
    number = decode(a)
    if number.exponent >= 0:
        return a
    return encode_signed(number.signed >> -number.exponent, 0)


def less(a: int, b: int) -> bool:
    """Return whether a < b; false if an operand is NaN. Zeros of both signs are equal."""
    if is_nan(a) or is_nan(b):
        return False
    return _ordered(a) < _ordered(b)


def _ordered(a: int) -> int:
    """Return an integer that increases with the number; it is 0 for both zeros."""
    return SIGN - a if a >= SIGN else a
