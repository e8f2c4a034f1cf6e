"""Operands of pow: exact powers, powers that are ties, both ends of the range, results near 1.

An odd m to the power n is exact if m^n has at most p bits, and a tie if it has p + 1. With x = m^2
and y = n / 2, or x = m^4 and y = n / 4, a root gives the same powers.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from samebits.spec.formats import Format, get_format
from samebits.vectors.plans import patterns, roots

Row = tuple[int, int]
Group = tuple[str, list[Row], str, tuple[str, ...]]

_KEPT = 12
"""Number of pairs with a result next to a midpoint that are used."""

_TRIED = 1 << 14
"""Maximum number of pairs that are tried."""


def groups(form: Format, draw: Random) -> Iterator[Group]:
    """Yield the groups for pow: name, operands, level and flags."""
    yield "exact", _powers(form, draw, form.precision, 160), "standard", ("exact",)
    yield "ties", _powers(form, draw, form.precision + 1, 160), "standard", ("tie",)
    yield "subnormal-ties", _subnormal_ties(form), "standard", ("tie", "gradual-underflow")
    half = patterns.power(form, -1)
    hard = [(x, half) for x in roots.hard_roots(form)[::3]]
    yield "roots", hard, "standard", ("hard-to-round",)
    yield "powers-of-two", _powers_of_two(form, draw), "standard", ("exact", "gradual-underflow")
    yield "borders", _borders(form, draw), "standard", ("overflow-border", "gradual-underflow")
    yield "near-one", _near_one(form, draw), "standard", ("threshold", "near-tie")
    yield "parity", _parity(form, draw), "standard", ("special-values",)
    yield "growth", _growth(form, draw), "standard", ("ordinary-block",)
    yield "twice", _rounded_twice(form), "standard", ("near-tie", "double-rounding")


def fits(form: Format, integer: int, exponent: int) -> bool:
    """Return whether an odd integer times 2^exponent is representable in the format."""
    lead = exponent + integer.bit_length() - 1
    return (
        integer.bit_length() <= form.precision
        and form.least_exponent <= exponent
        and lead <= form.emax
    )


def _powers(form: Format, draw: Random, bits: int, most: int) -> list[Row]:
    """Return operands whose result is a power m^n of `bits` bits.

    The exponents are integers and fractions. If `bits` is the precision, the powers have at most
    that many bits and are exact.
    """
    p = form.precision
    found = []
    for n in range(1, bits + 1):
        for degree in (1, 2, 4):
            if degree > 1 and (n % 2 == 0 or (n == 1 and bits > p)):
                continue
            low = 1 if bits <= p else math.floor(2 ** ((bits - 1) / n))
            high = min(math.ceil(2 ** (bits / n)), math.ceil(2 ** (p / degree)))
            bases = [m for m in _some_odd(draw, low, high) if _long_enough(m**n, bits, p)]
            for m in bases[:12]:
                base, exponent = m**degree, draw.randint(-3, 3) * degree
                if not fits(form, base, exponent) or not -p < n * exponent < p // 2:
                    exponent = 0
                if not fits(form, base, exponent) or m == 1:
                    continue
                sign = draw.getrandbits(1) if degree == 1 else 0
                shift = {1: 0, 2: -1, 4: -2}[degree]
                found.append(
                    (
                        patterns.scaled(form, base, exponent, sign),
                        patterns.scaled(form, *_reduced(n, shift)),
                    )
                )
    chosen = draw.sample(found, min(most, len(found)))
    if bits > p:
        return chosen
    beside = [(x + d, y) for x, y in chosen[:32] for d in (-1, 1)]
    return chosen + beside


def _reduced(integer: int, exponent: int) -> tuple[int, int]:
    zeros = (integer & -integer).bit_length() - 1
    return integer >> zeros, exponent + zeros


def _some_odd(draw: Random, low: int, high: int) -> list[int]:
    if high - low < 64:
        return list(range(low | 1, high + 1, 2))
    return sorted({draw.randint(low, high) | 1 for _ in range(24)})


def _long_enough(power: int, bits: int, p: int) -> bool:
    return power.bit_length() <= bits if bits <= p else power.bit_length() == bits


def _subnormal_ties(form: Format) -> list[Row]:
    """Return operands with the result m^n 2^(least exponent - 1), a tie of subnormal numbers.

    They are m 2^k to the power n, and roots with the same result.
    """
    found = []
    target = form.least_exponent - 1
    for n in range(1, -target + 1):
        for degree, shift in ((1, 0), (2, -1), (4, -2)):
            if target * degree % n or (degree > 1 and n % 2 == 0):
                continue
            k = target * degree // n
            for m in (1, 3, 5, 7, 9, 11, 13, 15):
                base = m**degree
                if (m**n).bit_length() < form.precision and fits(form, base, k):
                    y = patterns.scaled(form, *_reduced(n, shift))
                    found.append((patterns.scaled(form, base, k), y))
                    if degree == 1:
                        found.append((patterns.scaled(form, base, k, 1), y))
    return _with_neighbours(found, form)


def _with_neighbours(rows: list[Row], form: Format) -> list[Row]:
    """Return the rows, and the same rows with each neighbour of the first operand."""
    return [(x + d, y) for x, y in rows for d in (0, 1, -1) if (x + d) & (form.sign_mask - 1)]


def _powers_of_two(form: Format, draw: Random) -> list[Row]:
    """Return powers of 2^k with integer, fractional and negative exponents.

    The results are normal, subnormal, zero and infinite.
    """
    rows = []
    for k in (1, -1, 2, -2, 3, 4, -4, -8, 7):
        if not form.least_exponent <= k <= form.emax:
            continue
        for result in (
            form.emax, form.emax + 1, form.emin, form.emin - 1, form.least_exponent,
            form.least_exponent - 1, form.least_exponent - 2, 1, -1, draw.randint(-20, 20),
        ):  # fmt: skip
            y = patterns.nearest(result / k, form)
            rows += [(patterns.power(form, k), y + d) for d in (0, 1, -1)]
            rows.append((patterns.power(form, k) | form.sign_mask, y))
    return [(x, y) for x, y in rows if y & (form.sign_mask - 1) < form.infinity]


def _borders(form: Format, draw: Random) -> list[Row]:
    """Return operands with x^y next to a border of the range.

    The borders are overflow, the least normal number, the least number and half of it.
    """
    targets = [
        overflow(form), math.ldexp(1.0, form.emin),
        math.ldexp(1.0, form.least_exponent), math.ldexp(1.0, form.least_exponent - 1),
    ]  # fmt: skip
    targets = [target for target in targets if target]  # half of the least number of binary64 is 0
    rows = []
    for target in targets:
        for _ in range(24):
            size = 2 ** (draw.randint(-12, 60) / 8)
            y_bits = patterns.nearest(draw.choice((1, -1)) * size, form)
            y = float(patterns.value_of(y_bits, form))
            x = patterns.nearest(math.exp(min(700.0, max(-700.0, math.log(target) / y))), form)
            rows += [(x + d, y_bits) for d in (-1, 0, 1)]
        for k in (1, 2, 3, 5, 10, 100):
            for x in (patterns.one(form) + k, patterns.one(form) - k):
                near = math.log(target) / math.log(float(patterns.value_of(x, form)))
                y_bits = patterns.nearest(near, form)
                rows += [(x, y_bits + d) for d in (-1, 0, 1)]
    return [(x, y) for x, y in rows if 0 < x < form.infinity and _finite(y, form)]


def overflow(form: Format) -> float:
    """Return the overflow threshold: the largest number plus half an ulp.

    For f64 it is the largest number, because the threshold is not representable.
    """
    if form.name == "f64":
        return sys.float_info.max
    return math.ldexp(2.0, form.emax) - math.ldexp(1.0, form.emax - form.precision)


def _finite(pattern: int, form: Format) -> bool:
    return 0 <= pattern & (form.sign_mask - 1) < form.infinity


def _near_one(form: Format, draw: Random) -> list[Row]:
    """Return operands whose result differs from 1 by about half an ulp, in either direction.

    Either y is tiny, or x is next to 1.
    """
    rows = []
    for _ in range(48):
        x = patterns.with_exponent(form, draw.randint(-9, 8), draw.getrandbits(form.precision - 1))
        away = math.ldexp(draw.choice((1.0, -1.0, 0.5, -0.5, 1.5)), -form.precision)
        logarithm = math.log(float(patterns.value_of(x, form)))
        if logarithm:
            y = patterns.nearest(away / logarithm, form)
            rows += [(x, y + d) for d in (-1, 0, 1)]
    one = patterns.one(form)
    for k in (1, 2, 3, 4, 7, 16):
        for x in (one + k, one - k):
            for power in (-1.0, 0.5, 1.5, 2.0, 3.0, 1 / 3, -7.25, 100.0, 2.0**-9):
                rows.append((x, patterns.nearest(power, form)))
    return [(x, y) for x, y in rows if _finite(y, form)]


def _parity(form: Format, draw: Random) -> list[Row]:
    """Return negative bases with odd, even and fractional exponents.

    The exponents include numbers so large that they are all even.
    """
    p = form.precision
    whole = [
        1,
        2,
        3,
        4,
        5,
        127,
        128,
        (1 << p) - 1,
        (1 << p) - 2,
        1 << p,
        (1 << p) + 2,
        1 << (p + 1),
    ]
    exponents = [patterns.nearest(float(n), form) for n in whole if n < 2.0**form.emax]
    exponents += [patterns.nearest(x, form) for x in (0.5, 1.5, 2.5, (1 << (p - 2)) + 0.5)]
    one, top = patterns.one(form), form.max_finite
    bases = [one, one + 1, one - 1, 1, top, patterns.power(form, 1), patterns.nearest(1.37, form)]
    return [
        (x | form.sign_mask, y | sign)
        for x in bases
        for y in exponents
        for sign in (0, form.sign_mask)
    ]


def _growth(form: Format, draw: Random) -> list[Row]:
    """Return bases 1 +- 2^-k with powers so large that results spread over all normal numbers.

    The exponent multiplies the error of a first approximation of log x. All operands and results
    are normal, so that a fast path for ordinary blocks computes all of them.
    """
    rows: list[Row] = []
    width, one = form.precision - 1, patterns.one(form)
    while len(rows) < 512:
        k = draw.randint(2, width - 2)
        away = draw.randrange(1 << (width - k), 2 << (width - k))
        x = one + (away if draw.getrandbits(1) else -away)
        size, bits = k + draw.randint(-4, 6), draw.getrandbits(width)
        y = patterns.with_exponent(form, min(size, form.emax), bits, draw.getrandbits(1))
        base, power = (float(patterns.value_of(v, form)) for v in (x, y))
        if abs(power * math.log2(base)) < -form.emin - 1:
            rows.append((x, y))
    return rows


def _rounded_twice(form: Format) -> list[Row]:
    """Return pairs whose result rounds to a midpoint in binary64, so that rounding twice is wrong.

    Let u be the ulp of 1, and x = 1 + k u. y is the number nearest to the exponent for which the
    power is 1 + c u / 2 with an odd c. If y is larger by d, the power is larger by nearly k u d. If
    c is small, so is d. In formats of 8 and 11 bits no pair is near enough.
    """
    p, wide = form.precision, get_format("f64").precision
    if not wide < 3 * p < 3 * wide:
        return []
    draw = patterns.randomness("powers rounded twice", form.name)
    rows: dict[Row, None] = {}
    for _ in range(_TRIED):
        k, c = draw.randrange(3, 1024, 2), draw.randrange(1, 16, 2)
        wanted = Fraction(_log1p(c, p), _log1p(2 * k, p))
        y = patterns.nearest(float(wanted), form)
        more = k * (patterns.value_of(y, form) - wanted)
        if 2.0**-p < abs(more) * 2.0 ** (wide - p + 1) < 1 and (more > 0) == (c % 4 == 1):
            rows[patterns.one(form) + k, y] = None
        if len(rows) == _KEPT:
            break
    return list(rows)


def _log1p(integer: int, bits: int) -> int:
    """Return 2^128 log(1 + integer / 2^bits), for logarithms below 2^-14.

    The result is accurate to 100 bits.
    """
    x = power = integer << (128 - bits)
    total = 0
    for n in range(1, 8):
        total += power // n if n % 2 else -(power // n)
        power = power * x >> 128
    return total
