"""Operands of atan2 and hypot: octants, tiny quotients, Pythagorean triples, lengths at borders."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from samebits.spec.formats import Format, get_format
from samebits.vectors.plans import patterns
from samebits.vectors.plans.powers import overflow
from samebits.vectors.search.angles import hard_angles

Row = tuple[int, int]
Group = tuple[str, list[Row], str, tuple[str, ...]]

_LENGTHS, _KEPT = 1 << 13, 12
"""Number of drawn pairs whose length may be next to a midpoint, and number of pairs used."""


def atan2_groups(form: Format, draw: Random) -> Iterator[Group]:
    """Yield the groups for atan2: name, operands (y, x), level and flags."""
    yield "octants", _octants(form, draw), "standard", ("threshold",)
    yield "tiny", _tiny_angles(form, draw), "standard", ("gradual-underflow", "threshold")
    broken = ("tie-broken-by-infinitesimal", "gradual-underflow")
    yield "subnormal-ties", _subnormal_angles(form, draw), "standard", broken
    yield "axes", _axes(form, draw), "standard", ("threshold", "exponent-difference")
    yield "hard-quotients", _hard_quotients(form), "standard", ("hard-to-round",)


def _quadrants(rows: list[Row], form: Format) -> list[Row]:
    """Return every row with all four combinations of signs."""
    signs = (0, form.sign_mask)
    return [(a ^ s, b ^ t) for a, b in rows for s in signs for t in signs]


def _number(form: Format, draw: Random, exponent: int) -> int:
    return patterns.with_exponent(form, exponent, draw.getrandbits(form.precision - 1))


def _octants(form: Format, draw: Random) -> list[Row]:
    """Return nearly equal operands, and quotients at which implementations switch formulas."""
    rows = []
    for _ in range(16):
        x = _number(form, draw, draw.randint(form.emin, form.emax - 1))
        rows += [(x + d, x) for d in (-1, 0, 1)]
    for quotient in (7 / 16, 11 / 16, 19 / 16, 39 / 16, math.sqrt(2) - 1, 0.5, 2.0):
        x = _number(form, draw, draw.randint(-6, 5))
        y = patterns.nearest(float(patterns.value_of(x, form)) * quotient, form)
        rows += [(y + d, x) for d in (-1, 0, 1)]
    return _quadrants(rows, form)


def _tiny_angles(form: Format, draw: Random) -> list[Row]:
    """Return quotients around and below the least normal number.

    The angle is nearly the quotient.
    """
    rows = []
    for lead in range(form.least_exponent - 2, form.emin + 3):
        for _ in range(1 if form.bits > 16 else 3):
            high = draw.randint(max(0, form.least_exponent - lead), form.emax - 1)
            low = max(form.least_exponent, lead + high)
            y, x = _number(form, draw, low), _number(form, draw, high)
            rows += [(y or 1, x), (y or 1, x | form.sign_mask)]
    return [(y ^ form.sign_mask * draw.getrandbits(1), x) for y, x in rows]


def _subnormal_angles(form: Format, draw: Random) -> list[Row]:
    """Return quotients that are ties of subnormal numbers.

    The exact angle is smaller than the quotient by a third of the quotient's cube.
    """
    rows = []
    for _ in range(64):
        bits = draw.randint(1, form.precision - 1)
        odd = draw.getrandbits(bits) | 1 | 1 << (bits - 1)
        shift = draw.randint(1, form.emax - 1)
        exponent = form.least_exponent - 1 + shift
        if exponent >= form.least_exponent and exponent + bits <= form.emax:
            y = patterns.scaled(form, odd, exponent, draw.getrandbits(1))
            rows.append((y, patterns.power(form, shift)))
    return rows


def _axes(form: Format, draw: Random) -> list[Row]:
    """Return operands of very different size, so that the angle is nearly a multiple of pi/2."""
    p = form.precision
    rows = []
    for gap in range(1, 2 * p + 4):
        for _ in range(2):
            lead = draw.randint(form.emin + gap, form.emax) if form.emin + gap < form.emax else 0
            other = max(lead - gap, form.least_exponent)
            a, b = _number(form, draw, lead), _number(form, draw, other) or 1
            rows += [(a, b), (b, a | form.sign_mask), (b, a)]
    return [(y ^ form.sign_mask * draw.getrandbits(1), x) for y, x in rows]


def _hard_quotients(form: Format) -> list[Row]:
    """Return the pairs whose angle is hardest to round, in all quadrants, also scaled by 2^k."""
    draw = patterns.randomness("hard quotients", form.name)
    width = form.precision - 1
    found = hard_angles(form)
    rows = _quadrants(found, form)
    for y, x in found:
        size = x & ~form.sign_mask
        least, most = min(y, size) >> width, max(y, size) >> width
        if least:
            top = (form.max_finite >> width) - most
            shift = draw.choice((1 - least, draw.randint(1 - least, top), top)) << width
            rows.append((y + shift ^ form.sign_mask * draw.getrandbits(1), x + shift))
    return rows


def hypot_groups(form: Format, draw: Random) -> Iterator[Group]:
    """Yield the groups for hypot: name, operands, level and flags."""
    yield "exact", _triples(form, draw, form.precision), "standard", ("exact",)
    yield "ties", _triples(form, draw, form.precision + 1), "standard", ("tie",)
    yield "unequal", _unequal(form, draw), "standard", ("exponent-difference", "near-tie")
    yield "overflow", _longest(form, draw), "standard", ("overflow-border",)
    small = [(a, b) for a in (1, 2, 3, 4, 5, 8, 12, 20) for b in (1, 2, 3, 4, 7, 9, 15, 21)]
    low = patterns.min_normal(form)
    small += [(low - a, b) for a in (0, 1, 2) for b in (1, 2, low >> 4, low >> 1, low - 1)]
    yield "subnormal-lengths", small, "standard", ("subnormal", "gradual-underflow")
    yield "twice", _rounded_twice(form), "standard", ("near-tie", "double-rounding")


def _triples(form: Format, draw: Random, bits: int) -> list[Row]:
    """Return scaled Pythagorean triples whose hypotenuse has `bits` bits.

    The triples are u^2 - v^2, 2uv and u^2 + v^2.
    """
    p = form.precision
    rows: list[Row] = []
    for _ in range(20000):
        length = bits if bits > p else draw.randint(5, bits)
        u = draw.randint(2, math.isqrt(1 << length))
        v = draw.randint(1, u - 1)
        legs = (u * u - v * v, 2 * u * v)
        long_enough = (u * u + v * v).bit_length() == length
        odd = (u + v) % 2 == 1
        parts = [_odd_part(leg) for leg in legs]
        if long_enough and odd and all(m.bit_length() <= p for m, _ in parts):
            most = min(20, form.emax - p - 2)
            shift = draw.randint(-min(20, -form.emin), most)
            pair = [
                patterns.scaled(form, m, e + shift, draw.getrandbits(1))
                for m, e in parts
                if e + shift >= form.least_exponent
            ]
            if len(pair) == 2:
                rows.append((pair[0], pair[1]) if draw.getrandbits(1) else (pair[1], pair[0]))
        if len(rows) == 96:
            break
    return rows


def _rounded_twice(form: Format) -> list[Row]:
    """Return pairs whose length rounds to a midpoint in binary64, so that rounding twice is wrong.

    x is an integer of p bits, and y is the number nearest to the square root of x + 1/4. So the
    length is nearly x + 1/2 + (y^2 - x - 1/4) / (2x + 1). The pairs nearest to the midpoint x + 1/2
    are used. Formats of 8 and 11 bits have no such pairs: a square root that near to a midpoint is
    the midpoint itself.
    """
    p, wide = form.precision, get_format("f64").precision
    if p >= wide:
        return []
    draw, found = patterns.randomness("lengths rounded twice", form.name), []
    for _ in range(_LENGTHS):
        x = draw.randrange(1 << (p - 1), (1 << p) - 1)
        square = 4 * x + 1
        root = math.isqrt(square << 2 * p)  # 2 sqrt(x + 1/4), with p more bits
        cut = root.bit_length() - p
        significand = (root + (1 << (cut - 1))) >> cut
        exponent = cut - p - 1
        more = (significand**2 << 2) - (square << -2 * exponent)  # difference * 2^(2 - 2 exponent)
        near = abs(more) << (wide - p + 1) < (2 * x + 1) << (2 - 2 * exponent)
        if near and (more > 0) == (x % 2 == 0) and more:
            row = (patterns.scaled(form, x, 0), patterns.scaled(form, significand, exponent))
            found.append((abs(more) / 4.0**-exponent, row))
    return [row for _, row in sorted(set(found))[:_KEPT]]


def _odd_part(integer: int) -> tuple[int, int]:
    zeros = (integer & -integer).bit_length() - 1
    return integer >> zeros, zeros


def _unequal(form: Format, draw: Random) -> list[Row]:
    """Return pairs with an exponent difference of about p/2 and others.

    At p/2 the smaller operand adds about half an ulp to the length.
    """
    p = form.precision
    rows = []
    for gap in range(p + 4):
        count = 12 if abs(gap - p // 2) <= 2 else 3
        for _ in range(count):
            lead = draw.randint(form.emin + gap, form.emax - 1)
            a, b = _number(form, draw, lead), _number(form, draw, lead - gap)
            rows.append((a, b) if draw.getrandbits(1) else (b, a ^ form.sign_mask))
    # x = 2^e and y = 2^k: the length is 2^e plus a tie or a power of two, except for a term in y^4.
    for gap in range(p // 2 - 2, p // 2 + 4):
        for e in (0, 1, form.emax - 1):
            rows.append((patterns.power(form, e), patterns.power(form, e - gap)))
            rows.append((patterns.power(form, e) + 1, patterns.power(form, e - gap) + 1))
    return rows


def _longest(form: Format, draw: Random) -> list[Row]:
    """Return lengths around the largest finite number, and around half an ulp above it."""
    half_ulp = math.ldexp(1.0, form.emax - form.precision)
    limit = overflow(form)
    top = form.max_finite
    product = limit * half_ulp
    root = math.sqrt(product) if product < math.inf else math.sqrt(limit) * math.sqrt(half_ulp)
    small = patterns.nearest(root, form)
    rows = [(top, small + d) for d in range(-40, 40, 8)] + [(top, top), (top, 1), (top - 1, small)]
    for _ in range(24):
        a = _number(form, draw, form.emax - draw.randint(1, 3))
        x = float(patterns.value_of(a, form))
        b = patterns.nearest(limit * math.sqrt(1 - (x / limit) ** 2), form)
        rows += [(a, b + d) for d in (-1, 0, 1)]
    return [(a, b) for a, b in rows if b <= top]
