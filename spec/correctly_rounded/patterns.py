"""Bit patterns of binary64, the numbers that they represent, and rounding (clauses F1, R1).

A pattern is an integer of 64 bits. This module uses only integer arithmetic.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from samebits.spec.formats import FORMATS, Format

F64 = FORMATS["f64"]
SIGN = F64.sign_mask
INFINITY = F64.infinity
NAN = F64.canonical_nan
ZERO = 0
ONE = 0x3FF0000000000000


class Number(NamedTuple):
    """A finite number: significand * 2**exponent with significand >= 0; negated if `negative`."""

    negative: bool
    significand: int
    exponent: int

    @property
    def signed(self) -> int:
        """The significand with the sign."""
        return -self.significand if self.negative else self.significand


def from_float(value: float) -> int:
    """Return the pattern of a Python float; every NaN becomes the canonical NaN."""
    pattern: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return NAN if is_nan(pattern) else pattern


def to_float(pattern: int) -> float:
    """Return the Python float that has this pattern."""
    value: float = struct.unpack("<d", struct.pack("<Q", pattern))[0]
    return value


def is_nan(pattern: int) -> bool:
    """Return whether a pattern is a NaN."""
    return pattern & (SIGN - 1) > INFINITY


def is_infinite(pattern: int) -> bool:
    """Return whether a pattern is an infinity."""
    return pattern & (SIGN - 1) == INFINITY


def is_zero(pattern: int) -> bool:
    """Return whether a pattern is +0 or -0."""
    return not pattern & (SIGN - 1)


def decode(pattern: int, form: Format = F64) -> Number:
    """Return the number that a finite pattern of the format (f64 or f32) represents."""
    magnitude, width = pattern & (form.sign_mask - 1), form.precision - 1
    field, fraction = magnitude >> width, magnitude & ((1 << width) - 1)
    negative = pattern >= form.sign_mask
    if not field:
        return Number(negative, fraction, form.least_exponent)
    return Number(negative, fraction | 1 << width, form.least_exponent + field - 1)


def encode(negative: bool, significand: int, exponent: int, form: Format = F64) -> int:
    """Return significand * 2**exponent rounded to nearest, ties to even, with its sign.

    Clauses R1 and S4.5 define the rounding. The result is a pattern of `form`, f64 or f32.

    To round a number strictly between s * 2**e and (s + 1) * 2**e, pass 2 * s + 1 and e - 1. s must
    have at least as many bits as a midpoint (precision + 1). Then the passed number is on the same
    side of every midpoint as the original number.
    """
    sign = form.sign_mask if negative else 0
    if not significand:
        return sign
    size = significand.bit_length()
    if size + exponent > form.emax + 1:  # at least 2**(emax + 1)
        return sign | form.infinity
    # The exponent of the last bit of the result.
    last = max(size + exponent - form.precision, form.least_exponent)
    drop = last - exponent
    if drop > size:  # less than half of the smallest subnormal number
        return sign
    if drop > 0:
        half = 1 << (drop - 1)
        kept, rest = significand >> drop, significand & (2 * half - 1)
        kept += rest > half or (rest == half and kept & 1)
    else:
        kept = significand << -drop
    # The hidden bit of a normal number is added to the exponent field. A carry from the largest
    # finite number results in the pattern of infinity.
    return sign + ((last - form.least_exponent) << (form.precision - 1)) + kept


def encode_signed(number: int, exponent: int) -> int:
    """Return number * 2**exponent rounded to binary64; zero becomes +0."""
    return encode(number < 0, abs(number), exponent)


def convert(pattern: int, source: Format, target: Format) -> int:
    """Return a pattern of f64 or f32, rounded once to f64 or f32 (R1).

    An infinity stays infinite and a zero keeps its sign. A NaN becomes the canonical NaN of the
    target.
    """
    magnitude = pattern & (source.sign_mask - 1)
    if magnitude > source.infinity:
        return target.canonical_nan
    if magnitude == source.infinity:
        return target.infinity | (target.sign_mask if pattern >= source.sign_mask else 0)
    return encode(*decode(pattern, source), target)
