"""Accurate values of functions, and their distances from rounding boundaries of binary64."""

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
"""Minimum number of correct bits of an enclosed value."""

_PRECISIONS = (192, 1024)
_PAIRS = (-5, 3)
"""Exponents of operands of ordinary size, for functions of two operands."""


def call_in_binary64(op: str) -> Call:
    """Return the call of a function in binary64, with default attributes."""
    return get_op(op).call([FORM.name] * len(get_op(op).operands))


def everyday_exponents(op: str) -> tuple[int, int]:
    """Return the least and the greatest exponent of operands of ordinary size."""
    landmarks = landmarks_of(op)
    return landmarks.everyday if isinstance(landmarks, FunctionLandmarks) else _PAIRS


def exact_values(call: Call, rows: Sequence[Row]) -> Iterator[Real | None]:
    """Yield the value of a function at each row, correct to at least TRUSTED bits, or None.

    A value is None if it is zero or special. It is also None for an elementary function if the
    oracle knows the result without a library. Such a value is exact, or so near to a number or a
    midpoint that implementations handle it separately.
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
    """Yield the lower ends of balls that are narrow enough, with more precision if necessary."""
    # Imported here, because plans do not need this library
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
    """Return the value, or None if it is 0 or special. A sticky value becomes exact."""
    if value.kind != "finite" or value.is_zero:
        return None
    if value.sticky:
        return Real("finite", value.negative, 2 * value.significand + 1, value.exponent - 1)
    return value


def unit_of(value: Real) -> int | None:
    """Return the exponent of the ulp of a finite value, rounded to binary64.

    Return None beyond the greatest number.
    """
    top = value.significand.bit_length() + value.exponent
    if top > FORM.emax + 1:
        return None
    return max(top - FORM.precision, FORM.emin - WIDTH)


class Nearness(NamedTuple):
    """The hardness of a value: -log2 of two distances, in ulp of its result."""

    middle: float
    """Distance from the nearest midpoint of two numbers, where rounding to nearest changes."""

    number: float
    """Distance from the nearest binary64 number, where the directed roundings change."""


def nearness(call: Call, rows: Sequence[Row]) -> list[Nearness | None]:
    """Return the nearness of the value of each row; infinite if TRUSTED bits are not enough.

    Return None for a row for which `exact_values` yields None, and for a value beyond the greatest
    number.
    """
    return [None if value is None else _near(value) for value in exact_values(call, rows)]


def _near(value: Real) -> Nearness | None:
    unit = unit_of(value)
    if unit is None:
        return None
    below = max(unit - value.exponent, 1)
    if below > value.significand.bit_length() + TRUSTED:
        return Nearness(1.0, math.inf)  # very small
    part = (value.significand << (below - unit + value.exponent)) & ((1 << below) - 1)
    distances = abs(part - (1 << (below - 1))), min(part, (1 << below) - part)
    least = value.significand.bit_length() - TRUSTED  # bits below this one may be wrong
    told = [off if off.bit_length() > least else 0 for off in distances]
    return Nearness(*(below - math.log2(off) if off else math.inf for off in told))


def few_of_each(
    ranked: Iterable[tuple[float, Row]], most: int, of_a_binade: int, of_a_fraction: int
) -> list[Row]:
    """Return the first rows of a ranking, smallest rank first, with limits.

    At most `of_a_binade` rows have their first operand in the same binade. At most `of_a_fraction`
    rows have the same fractions, ignoring signs and exponents.
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
