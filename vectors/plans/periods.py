"""Operands around the multiples and half multiples of a period, where argument reductions change.

For functions with a period in radians there are also, in every binade, the numbers of the format
nearest to a multiple of pi/2. Nearly all leading digits cancel there (after W. Kahan, "Minimizing
q*m-n", 1983). The candidates are the denominators of the continued fraction of 2^e / (pi/2) and
small combinations of them. Exact arithmetic finds the nearest candidates.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from samebits.spec.catalog import function_landmarks
from samebits.spec.formats import Format
from samebits.vectors.plans import patterns


def cuts(op: str, form: Format) -> list[int]:
    """Return operands at multiples and half multiples of the op's period, and their neighbours."""
    period = function_landmarks(op).period
    if period is None:
        return []
    draw = patterns.randomness("periods", op, form.name)
    most = min(math.ldexp(1.0, form.emax), 2 * abs(form.least_exponent) * math.log(2)) / period
    steps = [k for k in range(1, 9) if k <= most]
    steps += [1 + int(draw.random() * (most - 1)) for _ in range(24) if most > 9]
    points = [s * (k + half) * period for k in steps for half in (0.0, 0.5) for s in (1, -1)]
    return patterns.around([patterns.nearest(x, form) for x in points], form)


@cache
def _half_pi(bits: int) -> Fraction:
    """Return pi/2 with an error below 2^-bits, by Machin's formula."""
    unit = 1 << (bits + 20)

    def arctan_of_inverse(n: int) -> int:
        total, term, k = 0, unit // n, 0
        while term:
            total += (-term if k % 2 else term) // (2 * k + 1)
            term //= n * n
            k += 1
        return total

    return Fraction(2 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239)), unit)


def near_multiples(form: Format) -> list[int]:
    """Return the two numbers nearest to a multiple of pi/2 in every binade from 1 on.

    Each number has a random sign. For f64 only every 61st binade is used.
    """
    draw = patterns.randomness("near multiples", form.name)
    p, bits = form.precision, 1200 if form.name == "f64" else 500
    found = []
    step = 61 if form.name == "f64" else 1  # a binade of f64 takes a tenth of a second
    for exponent in range(1 - p, form.emax - p + 2, step):
        ratio = Fraction(2) ** exponent / _half_pi(bits)
        ranked = sorted(
            (abs(m * ratio - round(m * ratio)), m)
            for m in _candidates(ratio, p)
            if round(m * ratio) > 0
        )
        found += [patterns.scaled(form, m, exponent, draw.getrandbits(1)) for _, m in ranked[:2]]
    return patterns.unique(found)


def _candidates(ratio: Fraction, p: int) -> set[int]:
    """Return p-bit significands: small combinations of the convergents' denominators."""
    low, high = 1 << (p - 1), (1 << p) - 1
    found: set[int] = set()
    for before, last in _denominators(ratio, high):
        for k in range(8):
            least = max(0, -(-(low - k * before) // last))
            found |= {k * before + j * last for j in range(least, least + 8)}
    return {m for m in found if low <= m <= high}


def _denominators(ratio: Fraction, most: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of consecutive denominators of the convergents, up to `most`."""
    before, last, rest = 0, 1, ratio
    while last <= most:
        yield before, last
        rest -= math.floor(rest)
        if not rest:
            return
        rest = 1 / rest
        before, last = last, math.floor(rest) * last + before
