"""Bit patterns for plans: special values, borders, neighbours, numbers by sign and exponent.

All functions depend only on a format. Patterns are Python integers.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterable
from fractions import Fraction

from samebits.spec.formats import Format


def one(form: Format) -> int:
    """Return the pattern of 1."""
    return (1 - form.emin) << (form.precision - 1)


def min_normal(form: Format) -> int:
    """Return the pattern of the smallest normal number."""
    return 1 << (form.precision - 1)


def last(form: Format) -> int:
    """Return the pattern of the largest value: infinity if the format has it."""
    return form.infinity if form.has_infinity else form.max_finite


def power(form: Format, exponent: int) -> int:
    """Return the pattern of 2^exponent, which may be subnormal."""
    if exponent >= form.emin:
        return (exponent - form.emin + 1) << (form.precision - 1)
    return 1 << (exponent - form.least_exponent)


def both_signs(patterns: Iterable[int], form: Format) -> list[int]:
    """Return every pattern and its negation."""
    return [p ^ s for p in patterns for s in (0, form.sign_mask)]


def positive_specials(form: Format) -> list[int]:
    """Return zero, 1, 1/2, 2, 3, infinity, and the borders of subnormals and of the range.

    The neighbours of 1 and of the borders are included.
    """
    low, top, unit = min_normal(form), form.max_finite, one(form)
    return [
        0, 1, 2, low - 1, low, low + 1, power(form, -1), unit - 1, unit, unit + 1,
        power(form, 1), power(form, 1) | (low >> 1), top - 1, top, last(form),
    ]  # fmt: skip


def nans(form: Format) -> list[int]:
    """Return several NaNs: canonical, negative, with payloads, quiet and signalling."""
    quiet = form.canonical_nan
    signalling = last(form) + 1
    return [
        quiet, quiet | form.sign_mask, quiet + 1, (form.sign_mask << 1) - 1,
        form.sign_mask - 1, signalling, signalling | form.sign_mask, quiet - 1,
    ]  # fmt: skip


def specials(form: Format) -> list[int]:
    """Return all special operands, in both signs, and several NaNs."""
    return both_signs(positive_specials(form), form) + nans(form)


def few_specials(form: Format) -> list[int]:
    """Return a short list of special operands, for products of several operands."""
    positive = [0, 1, min_normal(form), one(form), one(form) + 1, form.max_finite, last(form)]
    return [*both_signs(positive, form), form.canonical_nan, last(form) + 1]


def whole_specials(form: Format) -> list[int]:
    """Return special integers, or for bool several kinds of bytes.

    The integers are both ends of the range and numbers around 0.
    """
    if form.kind == "bool":
        return [0, 1, 2, 0x7F, 0x80, 0xFF]
    top = form.sign_mask
    return [0, 1, 2, top - 2, top - 1, top, top + 1, 2 * top - 2, 2 * top - 1]


def around(patterns: Iterable[int], form: Format, reach: int = 1) -> list[int]:
    """Return the patterns and their neighbours at a distance of at most `reach`, up to infinity."""
    found = []
    for pattern in patterns:
        sign, magnitude = pattern & form.sign_mask, pattern & (form.sign_mask - 1)
        found += [
            sign | m
            for m in range(magnitude - reach, magnitude + reach + 1)
            if 0 <= m <= last(form)
        ]
    return unique(found)


def unique(patterns: Iterable[int]) -> list[int]:
    """Return the patterns without repetition, in order of first appearance."""
    return list(dict.fromkeys(int(p) for p in patterns))


def nearest(value: float, form: Format) -> int:
    """Return the pattern of a binary64 number rounded to the format, up to one neighbour away."""
    sign = form.sign_mask if math.copysign(1.0, value) < 0 else 0
    magnitude = Fraction(abs(value))
    if magnitude == 0:
        return sign
    exponent = max(math.frexp(abs(value))[1] - 1, form.emin)
    quantum = exponent - (form.precision - 1)
    significand = round(magnitude / Fraction(2) ** quantum)
    field = exponent - form.emin
    return sign | min((field << (form.precision - 1)) + significand, last(form))


def value_of(pattern: int, form: Format) -> Fraction:
    """Return the exact value of a finite pattern."""
    fraction_bits = form.precision - 1
    magnitude = pattern & (form.sign_mask - 1)
    field, fraction = magnitude >> fraction_bits, magnitude & ((1 << fraction_bits) - 1)
    if field:
        fraction |= 1 << fraction_bits
    exponent = max(field, 1) - 1 + form.least_exponent
    signed = -fraction if pattern & form.sign_mask else fraction
    return signed * Fraction(2) ** exponent


def randomness(*words: str) -> random.Random:
    """Return a random number generator, seeded by words.

    It is Python's Mersenne Twister. Only integers are drawn from it.
    """
    return random.Random(hashlib.sha256("/".join(words).encode()).digest())


def exponents(form: Format) -> range:
    """Return all exponent fields of finite numbers. Field 0 belongs to the subnormals."""
    return range((form.max_finite >> (form.precision - 1)) + 1)


def structured(form: Format, words: str, per_exponent: int = 4) -> list[int]:
    """Return numbers with every exponent and sign, and several significands each.

    The significands have few low bits, few high bits, or random bits. Since f64 has many exponents,
    each has only one of these significands.
    """
    draw = randomness("structured", words)
    width = form.precision - 1
    found = []
    for field in exponents(form):
        for sign in (0, form.sign_mask):
            base = sign | field << width
            fractions = [
                0, (1 << width) - 1, 1 << draw.randrange(width), draw.getrandbits(min(4, width)),
                draw.getrandbits(min(4, width)) << (width - min(4, width)),
            ]  # fmt: skip
            fractions += [draw.getrandbits(width) for _ in range(per_exponent)]
            kept = [draw.choice(fractions)] if form.bits == 64 else fractions
            found += [base | fraction for fraction in kept]
    return unique(found)


def with_exponent(form: Format, exponent: int, fraction: int, sign: int = 0) -> int:
    """Return the pattern of (1 + fraction * 2^(1-p)) * 2^exponent, truncated if it is subnormal."""
    width = form.precision - 1
    signed = form.sign_mask if sign else 0
    if exponent >= form.emin:
        return signed | (exponent - form.emin + 1) << width | fraction
    return signed | ((1 << width | fraction) >> (form.emin - exponent))


def scaled(form: Format, integer: int, exponent: int, sign: int = 0) -> int:
    """Return the pattern of integer * 2^exponent. Raises ValueError if it is not representable."""
    length = integer.bit_length()
    lead = exponent + length - 1
    trailing = (integer & -integer).bit_length() - 1
    exact = length <= form.precision and exponent + trailing >= form.least_exponent
    if not integer or not exact or lead > form.emax:
        raise ValueError(f"{integer} * 2^{exponent} is not a number of {form.name}")
    fraction = (integer << (form.precision - length)) - (1 << (form.precision - 1))
    return with_exponent(form, lead, fraction, sign)
