"""Operands of remainders: quotients of every size, near integers, and above 2^p.

x = q y + r is constructed from integers, so the quotient is known. r is 0, the least or the
greatest remainder, with every sign. An implementation that rounds the quotient fails at the
greatest remainders. One that uses a single fma fails if q has more than p bits. One that subtracts
in a loop fails if the exponents are far apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from samebits.spec.formats import Format
from samebits.vectors.plans import patterns

Row = tuple[int, ...]
Group = tuple[str, list[Row], str, tuple[str, ...]]


def groups(form: Format, draw: Random) -> Iterator[Group]:
    """Yield the groups for fmod and remainder: name, operands, level and flags."""
    yield "multiples", _multiples(form, draw), "standard", ("exact", "signed-zero")
    yield "beside-multiples", _beside(form, draw), "standard", ("near-tie", "exponent-difference")
    yield "far", _far(form, draw), "standard", ("exponent-difference",)
    yield "subnormal-divisors", _subnormal_divisors(form, draw), "standard", ("subnormal",)


def _signs(form: Format, a: int, b: int) -> list[Row]:
    return [(a ^ s, b ^ t) for s in (0, form.sign_mask) for t in (0, form.sign_mask)]


def _multiples(form: Format, draw: Random) -> list[Row]:
    """Return pairs (q y, y) of short integers, for which the remainder is a zero."""
    p = form.precision
    rows: list[Row] = []
    for _ in range(12):
        short = draw.randint(1, p - 1)
        y, q = draw.getrandbits(short) | 1, draw.getrandbits(p - short) | 1
        rows += _signs(form, _whole(form, y * q), _whole(form, y))
    return rows


def _whole(form: Format, n: int) -> int:
    """Return the pattern of an integer, truncated to its p leading bits if it is longer."""
    drop = max(0, n.bit_length() - form.precision)
    n >>= drop
    lead = n.bit_length() - 1
    fraction = (n << (form.precision - 1 - lead)) - (1 << (form.precision - 1))
    return patterns.with_exponent(form, lead + drop, fraction)


def _beside(form: Format, draw: Random) -> list[Row]:
    """Return multiples of y, and their neighbours, as x, with quotients of every size."""
    p = form.precision
    rows: list[Row] = []
    for size in range(1, min(2 * p + 8, form.emax - p)):
        y = draw.getrandbits(p) | 1 << (p - 1)
        x = _whole(form, y * (draw.getrandbits(size) | 1 << (size - 1)))
        sign = form.sign_mask * draw.getrandbits(1)
        for near in (x - 1, x, x + 1):
            rows += [(near, _whole(form, y) ^ sign), (near ^ form.sign_mask, _whole(form, y))]
    return rows


def _far(form: Format, draw: Random) -> list[Row]:
    """Return pairs with exponents from the whole range."""
    width = form.precision - 1
    rows: list[Row] = []
    for _ in range(96):
        exponents = [draw.randint(form.emin, form.emax) for _ in range(2)]
        exponents[0] = max(exponents[0], exponents[1])
        x, y = (patterns.with_exponent(form, e, draw.getrandbits(width)) for e in exponents)
        signs = [form.sign_mask * draw.getrandbits(1) for _ in range(2)]
        rows.append((x ^ signs[0], y ^ signs[1]))
    return rows + _signs(form, form.max_finite, 1) + _signs(form, form.max_finite, 3)


def _subnormal_divisors(form: Format, draw: Random) -> list[Row]:
    width = form.precision - 1
    rows: list[Row] = []
    for _ in range(64):
        y = draw.getrandbits(draw.randint(1, width)) | 1
        x = draw.getrandbits(form.bits - 1) % form.max_finite
        rows.append((x ^ form.sign_mask * draw.getrandbits(1), y))
    return rows
