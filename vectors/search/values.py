"""Values of functions to many bits, and their distances from rounding boundaries of binary64."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Arithmetic, Elementary, attribute_operands
from samebits.oracles.rounding import Real, decode
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import FunctionLandmarks
from samebits.vectors.search.kept import Row

FORM = get_format("f64")
WIDTH = FORM.precision - 1
"""Number of fraction bits. A binade has 2^WIDTH numbers."""

TRUSTED = 160
"""Minimal number of correct bits of a value."""

_PRECISIONS = (192, 1024)
_PAIRS = (-5, 3)
"""Exponents of everyday operands of functions of two operands."""


def call_in_binary64(op: str) -> Call:
    """Return the call of a function in binary64, its attributes at their defaults."""
    return get_op(op).call([FORM.name] * len(get_op(op).operands))


def everyday_exponents(op: str) -> tuple[int, int]:
    """Return the least and the greatest exponent of operands of everyday size."""
    landmarks = landmarks_of(op)
    return landmarks.everyday if isinstance(landmarks, FunctionLandmarks) else _PAIRS


def exact_values(call: Call, rows: Sequence[Row]) -> Iterator[Real | None]:
    """Yield values of a function, correct to at least TRUSTED bits, or None.

    A value is None if it is zero or special. It is also None if an elementary function is known
    without a library. Such a value is exact, or so near to a number or a midpoint that
    implementations treat it separately.
    """
    oracle, extra = all_oracles()[call.op], attribute_operands(call)
    operands = [(*map(decode, row, call.inputs), *extra) for row in rows]
    if isinstance(oracle, Arithmetic):
        yield from (_plain(oracle.exact(*xs)) for xs in operands)
        return
    assert isinstance(oracle, Elementary), f"{call.op} is no function"
    asked = [xs for xs in operands if oracle.known(*xs) is None]
    enclosed = _enclosed(oracle, asked)
    for xs in operands:
        yield next(enclosed) if oracle.known(*xs) is None else None


def _enclosed(oracle: Elementary, rows: Sequence[tuple[Real, ...]]) -> Iterator[Real | None]:
    """Yield the lower ends of balls that are narrow enough, with more precision if needed."""
    # Imported here, because plans do not need the libraries
    from samebits.oracles.opinions import ARB

    first, more = _PRECISIONS
    for row, (low, high) in zip(rows, ARB.enclose(oracle.arb, rows, first), strict=True):
        if not _is_narrow(low, high):
            ((low, high),) = ARB.enclose(oracle.arb, [row], more)
        yield _plain(low) if _is_narrow(low, high) else None


def _is_narrow(low: Real, high: Real) -> bool:
    if low.kind != "finite" or high.kind != "finite":
        return False
    least = min(low.exponent, high.exponent)
    a, b = (end.signed() << (end.exponent - least) for end in (low, high))
    return (b - a) << TRUSTED <= min(abs(a), abs(b))


def _plain(value: Real) -> Real | None:
    """Return a value that is neither 0 nor special, or None; a sticky value becomes exact."""
    if value.kind != "finite" or value.is_zero:
        return None
    if value.sticky:
        return Real("finite", value.negative, 2 * value.significand + 1, value.exponent - 1)
    return value


def unit_of(value: Real) -> int | None:
    """Return the exponent of the unit in the last place of a finite value, as a result.

    Return None beyond the greatest number.
    """
    top = value.significand.bit_length() + value.exponent
    if top > FORM.emax + 1:
        return None
    return max(top - FORM.precision, FORM.emin - WIDTH)


class Nearness(NamedTuple):
    """-log2 of two distances of a value, in units of the last place of its result."""

    middle: float
    """Distance from the nearest midpoint of two numbers, the boundary of rounding to nearest."""

    number: float
    """Distance from the nearest number, the boundary of the directed roundings."""


def nearness(call: Call, rows: Sequence[Row]) -> list[Nearness | None]:
    """Return how near the value of each row is; infinite if TRUSTED bits are not enough.

    Return None for a row without a value in `exact_values`, and for a value beyond the greatest
    number.
    """
    return [None if value is None else _near(value) for value in exact_values(call, rows)]


def _near(value: Real) -> Nearness | None:
    unit = unit_of(value)
    if unit is None:
        return None
    below = max(unit - value.exponent, 1)
    if below > value.significand.bit_length() + TRUSTED:
        return Nearness(1.0, math.inf)  # next to 0
    part = (value.significand << (below - unit + value.exponent)) & ((1 << below) - 1)
    distances = abs(part - (1 << (below - 1))), min(part, (1 << below) - part)
    least = value.significand.bit_length() - TRUSTED  # possible error of a distance
    told = [off if off.bit_length() > least else 0 for off in distances]
    return Nearness(*(below - math.log2(off) if off else math.inf for off in told))


def few_of_each(
    ranked: Iterable[tuple[float, Row]], most: int, of_a_binade: int, of_a_fraction: int
) -> list[Row]:
    """Return the first rows of a ranking, least first, with limits.

    At most `of_a_binade` rows share the binade of their first operand, and at most `of_a_fraction`
    rows share their fractions, with any signs and exponents.
    """
    binades: dict[int, int] = {}
    fractions: dict[Row, int] = {}
    kept: list[Row] = []
    for _, row in sorted(ranked):
        binade = (row[0] & ~FORM.sign_mask) >> WIDTH
        fraction = tuple(x & ((1 << WIDTH) - 1) for x in row)
        if len(kept) == most:
            break
        if binades.get(binade, 0) < of_a_binade and fractions.get(fraction, 0) < of_a_fraction:
            binades[binade] = binades.get(binade, 0) + 1
            fractions[fraction] = fractions.get(fraction, 0) + 1
            kept.append(row)
    return kept
