"""Operands that reveal wrong arithmetic: ties, near-ties, lost bits, rounding twice.

All are constructed by integer arithmetic on significands. p is the precision of the format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from samebits.spec.catalog import landmarks_of
from samebits.spec.formats import Format
from samebits.spec.language.landmarks import ArithmeticLandmarks
from samebits.vectors.plans import patterns, quotients

Row = tuple[int, ...]
Group = tuple[str, list[Row], str, tuple[str, ...]]


def groups(op: str, form: Format) -> Iterator[Group]:
    """Yield the groups for an op: name, operands, level, flags.

    An op without traps in its landmarks has none.
    """
    landmarks = landmarks_of(op)
    if isinstance(landmarks, ArithmeticLandmarks) and landmarks.traps is not None:
        maker = _MAKERS[landmarks.traps]
        yield from maker(form, patterns.randomness("traps", op, form.name))


def _odd(draw: Random, bits: int) -> int:
    """Return a random odd integer of exactly `bits` bits."""
    return draw.getrandbits(bits) | 1 | 1 << (bits - 1)


def _sum_rows(form: Format, draw: Random, sign: int) -> Iterator[Group]:
    """Yield groups of operands of sums.

    If `sign` is 1, the second operand is negated, for subtraction.
    """
    p = form.precision
    flip = form.sign_mask if sign else 0
    ties: list[Row] = []
    sticky: list[Row] = []
    cancel: list[Row] = []
    for _ in range(48):
        lead = draw.randint(max(form.emin + 2 * p, -40), min(form.emax - 2, 40))
        whole = draw.getrandbits(p) | 1 << (p - 1)
        a = patterns.scaled(form, whole, lead - p + 1)
        half = patterns.scaled(form, 1, lead - p)
        negative = form.sign_mask * draw.getrandbits(1)
        outward = negative ^ flip
        ties += [(a ^ negative, half ^ outward), (a ^ negative, half ^ outward ^ form.sign_mask)]
        for neighbour in (half - 1, half + 1):
            sticky.append((a ^ negative, neighbour ^ outward))
            sticky.append((neighbour ^ negative, a ^ outward))
        near = a + draw.randint(-3, 3)
        cancel.append((a ^ negative, near ^ negative ^ form.sign_mask ^ flip))
        cancel.append((a, patterns.scaled(form, _odd(draw, p), lead - p) ^ form.sign_mask ^ flip))
    yield "ties", ties, "standard", ("tie",)
    yield "sticky", sticky, "standard", ("near-tie",)
    yield "cancellation", cancel, "standard", ("cancellation",)
    top = form.max_finite
    half_ulp = patterns.power(form, form.emax - form.precision)
    border: list[tuple[int, int]] = [
        (top, half_ulp), (top, half_ulp - 1), (top, half_ulp + 1), (top, top), (top - 1, half_ulp),
        (patterns.power(form, form.emax), patterns.power(form, form.emax)),
    ]  # fmt: skip
    rows: list[Row] = [(a ^ s, b ^ s ^ flip) for a, b in border for s in (0, form.sign_mask)]
    yield "overflow", rows, "standard", ("overflow-border",)


def _mul(form: Format, draw: Random) -> Iterator[Group]:
    p = form.precision
    ties: list[Row] = []
    near: list[Row] = []
    for _ in range(64):
        # An odd product of exactly p + 1 bits is a midpoint, that is, a tie.
        small = draw.randint(2, p - 1)
        a, b = _odd(draw, p + 1 - small), _odd(draw, small)
        if (a * b).bit_length() == p + 1:
            ties.append(
                (patterns.scaled(form, a, -3), patterns.scaled(form, b, 2, draw.getrandbits(1)))
            )
        # With b = (2^(p-1) + c) / a modulo 2^p, the low p bits of the product are next to a tie.
        a = _odd(draw, p)
        for c in (-1, 1, -3, 3):
            b = ((1 << (p - 1)) + c) * pow(a, -1, 1 << p) % (1 << p)
            if b:
                near.append(
                    (
                        patterns.scaled(form, a, -p),
                        patterns.scaled(form, b, 2 - p, draw.getrandbits(1)),
                    )
                )
    yield "ties", ties, "standard", ("tie",)
    yield "near-ties", near, "standard", ("near-tie",)
    yield from _product_borders(form, draw)


def _product_borders(form: Format, draw: Random) -> Iterator[Group]:
    """Yield products near the subnormal and overflow borders, and near subnormal ties."""
    p = form.precision
    rows: list[Row] = []
    for _ in range(64):
        a, b = _odd(draw, p), _odd(draw, p)
        low = form.emin // 2
        for shift in range(-3, 2):
            lead = form.emin - low + shift
            rows.append(
                (patterns.scaled(form, a, low - p + 1), patterns.scaled(form, b, lead - p + 1))
            )
    yield "underflow", rows, "standard", ("subnormal", "gradual-underflow")
    flags = ("tie", "near-tie", "double-rounding", "gradual-underflow")
    yield (
        "subnormal-ties",
        [*_exact_halves(form, draw), *_near_halves(form, draw)],
        "standard",
        flags,
    )
    border: list[Row] = []
    for _ in range(32):
        a = _odd(draw, p)
        quotient = (((1 << p) - 1) << (p - 1)) // a + draw.randint(0, 2)
        if quotient.bit_length() <= p:
            shift = form.emax + 1 - p - (p - 1)
            half = shift // 2
            border.append(
                (patterns.scaled(form, a, half), patterns.scaled(form, quotient, shift - half))
            )
    yield "overflow", border, "standard", ("overflow-border",)


def _exact_halves(form: Format, draw: Random) -> list[Row]:
    """Return operands whose product is an odd multiple of half the smallest subnormal number."""
    p, low = form.precision, form.emin // 2
    rows: list[Row] = []
    for bits in range(2, p):
        a, b = _odd(draw, bits), _odd(draw, p + 1 - bits)
        high = form.least_exponent - 1 - low
        rows += [
            (patterns.scaled(form, a, low), patterns.scaled(form, b, high, sign)) for sign in (0, 1)
        ]
    return rows


def _near_halves(form: Format, draw: Random) -> list[Row]:
    """Return operands whose product is very near an odd multiple of half the least subnormal.

    The product is nearest or next to nearest in p bits. If it is first rounded to p bits with an
    unbounded exponent, and then to a subnormal number, the first rounding gives a tie.
    """
    p = form.precision
    rows: list[Row] = []
    for half in _odd_numbers(draw, p):
        for _ in range(1000):
            a = _odd(draw, p)
            shift = 2 * p - 1 - half.bit_length()
            b = ((half << shift) + a // 2) // a
            rest = a * b - (half << shift)
            if rest and b.bit_length() <= p and abs(rest) < 1 << (p - 3):
                low = (form.least_exponent - 1 - shift) // 2
                high = form.least_exponent - 1 - shift - low
                rows.append(
                    (
                        patterns.scaled(form, a, low),
                        patterns.scaled(form, b, high, draw.getrandbits(1)),
                    )
                )
                break
    return rows


def _near_half_quotients(form: Format, draw: Random) -> list[Row]:
    """Return operands whose quotient is near an odd multiple of half the least subnormal number."""
    p = form.precision
    rows: list[Row] = []
    for half in _odd_numbers(draw, p):
        for _ in range(1000):
            b = _odd(draw, p)
            shift = half.bit_length()
            a = (half * b + (1 << (shift - 1))) >> shift
            rest = (a << shift) - half * b
            if rest and a.bit_length() <= p and 16 * abs(rest) << p < half * b:
                low = form.emin - p + 3
                high = low - (form.least_exponent - 1 + shift)
                rows.append((patterns.scaled(form, a, low), patterns.scaled(form, b, high)))
                break
    return rows


def _odd_numbers(draw: Random, p: int) -> list[int]:
    """Return odd integers of every length of a subnormal significand with one more bit."""
    return [_odd(draw, bits) for bits in range(2, p) for _ in range(max(2, 64 // p))]


def _div(form: Format, draw: Random) -> Iterator[Group]:
    p = form.precision
    near: list[Row] = []
    exact: list[Row] = []
    for _ in range(96):
        # b * r = a * 2^p + c with an odd r of p + 1 bits, so a / b is a midpoint except for c / b.
        r = _odd(draw, p + 1)
        for c in (-1, 1):
            b = c * pow(r, -1, 1 << p) % (1 << p)
            a = (b * r - c) >> p
            if a and b and a.bit_length() <= p:
                near.append(
                    (patterns.scaled(form, a, 1), patterns.scaled(form, b, -2, draw.getrandbits(1)))
                )
        q, b = _odd(draw, p // 2), _odd(draw, p - p // 2)
        exact.append(
            (patterns.scaled(form, q * b, 0), patterns.scaled(form, b, 1, draw.getrandbits(1)))
        )
    yield "near-ties", near, "standard", ("near-tie",)
    yield "exact", exact, "standard", ("exact",)
    ties = _near_half_quotients(form, draw)
    for lost in range(1, p + 1):
        # An odd significand divided by a power of two is a subnormal tie, with `lost` bits lost.
        a = _odd(draw, p)
        ties.append(
            (patterns.scaled(form, a, form.least_exponent + 4), patterns.scaled(form, 1, lost + 4))
        )
    flags = ("tie", "near-tie", "double-rounding", "gradual-underflow")
    yield "subnormal-ties", ties, "standard", flags


def _fma(form: Format, draw: Random) -> Iterator[Group]:
    p = form.precision
    unfused: list[Row] = []
    twice: list[Row] = []
    for _ in range(64):
        a, b = _odd(draw, p), _odd(draw, p)
        product = a * b
        drop = product.bit_length() - p
        rounded = (product + (1 << (drop - 1))) >> drop
        if rounded.bit_length() <= p:
            # With c = -round(a b), the result is the rounding error of the product. An unfused fma
            # returns 0.
            row = (
                patterns.scaled(form, a, -p),
                patterns.scaled(form, b, -p),
                patterns.scaled(form, rounded, drop - 2 * p, 1),
            )
            unfused.append(row)
            unfused.append((row[0], row[1] ^ form.sign_mask, row[2] ^ form.sign_mask))
        # An odd product of p + 1 bits is a tie. A much smaller third operand breaks it.
        small = draw.randint(2, p - 1)
        a, b = _odd(draw, p + 1 - small), _odd(draw, small)
        if (a * b).bit_length() == p + 1:
            lowest = form.least_exponent if form.emin > -20 else -100
            tiny = [patterns.scaled(form, 1, lowest, sign) for sign in (0, 1)]
            twice += [(patterns.scaled(form, a, 0), patterns.scaled(form, b, 0), t) for t in tiny]
    yield "cancellation", unfused, "standard", ("contraction", "cancellation")
    j = p // 2
    above = (1 << j) + 1  # (1 + 2^-j)(1 - 2^-j + 2^-2j) = 1 + 2^-3j
    below = (1 << (2 * j)) - (1 << j) + 1
    tight = (1 << (p - 1)) + 1  # (1 + 2^(1-p))(1 - 2^(1-p)) = 1 - 2^(2-2p)
    partner = (1 << (p - 1)) - 1
    for _ in range(64):
        whole, sign = draw.getrandbits(p) | 1 << (p - 1), draw.getrandbits(1)
        c = patterns.scaled(form, whole, 1, sign)  # half an ulp of c is 1
        for s in (0, 1):
            twice.append(
                (patterns.scaled(form, above, -j, s), patterns.scaled(form, below, -2 * j), c)
            )
            twice.append(
                (patterns.scaled(form, tight, 1 - p, s), patterns.scaled(form, partner, 1 - p), c)
            )
    yield "double-rounding", twice, "standard", ("double-rounding", "near-tie", "contraction")
    one = patterns.one(form)
    for name, rows, level, flags in _product_borders(form, draw):
        zeros = [(*row, form.sign_mask * draw.getrandbits(1)) for row in rows]
        yield name, zeros, level, flags
    zero_rows: list[Row] = [
        (x, y, z)
        for x in (0, form.sign_mask) for y in (one, one | form.sign_mask, form.infinity)
        for z in (0, form.sign_mask, form.canonical_nan)
    ]  # fmt: skip
    yield "zeros", zero_rows, "standard", ("signed-zero",)


def _extreme(form: Format, draw: Random) -> Iterator[Group]:
    """Yield the groups for minimum and maximum: neighbours, equal operands, signed zeros."""
    rows: list[Row] = []
    for _ in range(64):
        a = draw.getrandbits(form.bits - 2)
        signs = [form.sign_mask * draw.getrandbits(1) for _ in range(2)]
        rows += [(a ^ signs[0], a + 1 ^ signs[1]), (a ^ signs[0], a ^ signs[1])]
    yield "neighbours", rows, "standard", ("order",)


_MAKERS: Mapping[str, Callable[[Format, Random], Iterator[Group]]] = {
    "differences": lambda form, draw: _sum_rows(form, draw, 1),
    "extremes": _extreme,
    "fused products": _fma,
    "products": _mul,
    "quotients": _div,
    "remainders": quotients.groups,
    "sums": lambda form, draw: _sum_rows(form, draw, 0),
}
"""The maker of each family that `samebits.spec.language.landmarks.ArithmeticLandmarks` names."""
