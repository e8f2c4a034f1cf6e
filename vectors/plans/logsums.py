"""Operands of logaddexp: cancellation, distant and equal operands, results near borders."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from samebits.spec.formats import Format, get_format
from samebits.vectors.plans import patterns

Row = tuple[int, int]
Group = tuple[str, list[Row], str, tuple[str, ...]]

_KEPT = 12
"""Number of pairs with a result next to a midpoint that are used."""


def groups(form: Format, draw: Random) -> Iterator[Group]:
    """Yield the groups for logaddexp: name, operands, level and flags."""
    yield "cancellation", _cancelling(form, draw), "standard", ("cancellation",)
    yield "far", _far(form, draw), "standard", ("threshold", "near-tie")
    yield "equal", _equal(form, draw), "standard", ("threshold",)
    yield "underflow", _underflow(form, draw), "standard", ("gradual-underflow", "threshold")
    yield "twice", _rounded_twice(form), "standard", ("near-tie", "double-rounding")


def _cancelling(form: Format, draw: Random) -> list[Row]:
    """Return rows with e^x + e^y near 1, so that the operands are far larger than the result."""
    rows = []
    for _ in range(64):
        x = -(2 ** (draw.randint(-8 * (form.precision + 1), 32) / 8))
        x_bits = patterns.nearest(x, form)
        x = float(patterns.value_of(x_bits, form))
        y = patterns.nearest(math.log(-math.expm1(x)) if x else -math.log(2), form)
        near = [(x_bits, y + d) for d in (-1, 0, 1)]
        rows += near if draw.getrandbits(1) else [(b, a) for a, b in near]
    return rows


def _far(form: Format, draw: Random) -> list[Row]:
    """Return pairs with a distance at which the smaller operand adds about half an ulp, or more."""
    p = form.precision
    rows = []
    for _ in range(96):
        lead = draw.randint(-12, 12)
        larger = patterns.with_exponent(form, lead, draw.getrandbits(p - 1), draw.getrandbits(1))
        value = float(patterns.value_of(larger, form))
        share = draw.choice((0.5, 1.0, 0.25, 1.5, 2.0, 2.0**-20))
        smaller = patterns.nearest(value + math.log(abs(value) * share * 2.0**-p), form)
        near = [(larger, smaller + d) for d in (-1, 0, 1)]
        rows += near if draw.getrandbits(1) else [(b, a) for a, b in near]
    top = form.max_finite
    far = [
        top,
        top - 1,
        top | form.sign_mask,
        1,
        1 | form.sign_mask,
        patterns.nearest(-300.0, form),
    ]
    return rows + [(a, b) for a in far for b in far]


def _equal(form: Format, draw: Random) -> list[Row]:
    """Return equal operands and their neighbours. Near -log 2 the result is nearly zero."""
    rows = []
    points = [-math.log(2), math.log(2), -2 * math.log(2), 1.0, -1.0]
    for x in [patterns.nearest(point, form) for point in points]:
        rows += [(x + a, x + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    for _ in range(32):
        x = patterns.with_exponent(
            form, draw.randint(-form.precision - 2, form.precision + 2),
            draw.getrandbits(form.precision - 1), draw.getrandbits(1),
        )  # fmt: skip
        rows += [(x, x), (x, x + 1)]
    return rows


def _underflow(form: Format, draw: Random) -> list[Row]:
    """Return pairs with a zero and e^y down to the least numbers, and tiny x of the size of e^y."""
    rows = []
    ends = [form.emin, form.least_exponent, form.least_exponent - 1, form.least_exponent - 2]
    exponents = ends + [draw.randint(form.least_exponent, -1) for _ in range(16)]
    zeros = [0, form.sign_mask]
    for exponent in exponents:
        y = patterns.nearest(exponent * math.log(2), form)
        for d in (-1, 0, 1):
            rows += [(zeros[draw.getrandbits(1)], y + d), (y + d, zeros[draw.getrandbits(1)])]
        tiny = patterns.power(form, max(form.least_exponent, exponent))
        rows += [(tiny, y), (tiny | form.sign_mask, y), (y + 1, tiny | form.sign_mask)]
    return rows


def _rounded_twice(form: Format) -> list[Row]:
    """Return pairs whose result rounds to a midpoint in binary64, so that rounding twice is wrong.

    Let h be half an ulp of x. The result is x + h if y = x + log(e^h - 1). So x is y + c, with one
    constant c for each binade. Rounding x to the format adds d, and the result is nearly h d below
    the midpoint. That is at most half of 2^(e - p) ulp if x is in the binade of 2^e. The function
    uses the exponents e at which binary64 gives exactly the midpoint. Formats of 8 and 11 bits have
    no y near enough.
    """
    p, wide = form.precision, get_format("f64").precision
    rows: list[Row] = []
    if p >= wide:
        return rows
    draw = patterns.randomness("sums rounded twice", form.name)
    nearest = 2 * p - wide - 1
    for e in range(nearest, max(nearest - 12, form.emin), -1):
        c = -math.log(math.expm1(math.ldexp(1.0, e - p)))
        for _ in range(8):
            y = patterns.nearest(math.ldexp(draw.uniform(1, 2), e) - c, form)
            wanted = patterns.value_of(y, form) + Fraction(c)
            x = patterns.nearest(float(wanted), form)
            more = patterns.value_of(x, form) - wanted
            # c has an error of up to 2^-48, so the sign of a smaller difference is uncertain.
            if x >> (p - 1) == e - form.emin + 1 and abs(more) > 2.0**-46:
                rows += [(x, y)] if (more < 0) == (x % 2 == 0) else []
    return list(dict.fromkeys(rows))[:_KEPT]
