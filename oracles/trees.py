"""Canonical trees in exact integer arithmetic, one rounding per node (clauses T1, T4, R1, R4).

All leaves of a tree are multiples of one unit 2**u. Every node is also a multiple of it, because
rounding only drops low digits. A finite node is therefore a Python integer that counts units. -0,
the infinities and NaN are `Special`. An addition is an integer addition, then one rounding to
nearest even.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeVar

from samebits.oracles.rounding import NAN, Real, infinity, zero
from samebits.spec.formats import get_format
from samebits.spec.language.trees import CONTRACTION_BLOCK


class Special(Enum):
    """A value that an integer cannot represent. The integer 0 represents +0."""

    NEGATIVE_ZERO = "-0"
    POSITIVE_INFINITY = "inf"
    NEGATIVE_INFINITY = "-inf"
    NAN = "nan"


Value = int | Special
T = TypeVar("T")

_INFINITIES = (Special.POSITIVE_INFINITY, Special.NEGATIVE_INFINITY)


class Arithmetic:
    """Rounded addition and fma of integers in units of 2**unit, for one compute format."""

    def __init__(self, name: str, unit: int) -> None:
        form = get_format(name)
        self.unit = unit
        self._precision = form.precision
        self._least_drop = form.least_exponent - unit
        self._largest_size = form.emax + 1 - unit

    def round(self, exact: int) -> Value:
        """Return a non-zero integer rounded to the format's precision, ties to even."""
        drop = max(exact.bit_length() - self._precision, self._least_drop)
        if drop > 0:
            kept = exact >> drop  # toward -infinity, so the rest is not negative
            rest = exact - (kept << drop)
            half = 1 << (drop - 1)
            if rest > half or (rest == half and kept & 1):
                kept += 1
            if not kept:
                return 0 if exact > 0 else Special.NEGATIVE_ZERO
            exact = kept << drop
        if exact.bit_length() > self._largest_size:
            return _infinity(exact < 0)
        return exact

    def add(self, a: Value, b: Value) -> Value:
        """Return a + b, rounded once."""
        if isinstance(a, Special) or isinstance(b, Special):
            return self._add_special(a, b)
        total = a + b
        return self.round(total) if total else 0

    def fma(self, a: Value, b: Value, c: Value) -> Value:
        """Return a * b + c, rounded once.

        The product of the units of `a` and `b` is the unit of this tree, which `c` also has.
        """
        if isinstance(a, Special) or isinstance(b, Special):
            return self._add_special(_special_product(a, b), c)
        product = a * b
        if isinstance(c, Special) or not product:
            negative_zero = not product and (a < 0 or b < 0)
            return self._add_special(Special.NEGATIVE_ZERO if negative_zero else product, c)
        total = product + c
        return self.round(total) if total else 0

    def _add_special(self, a: Value, b: Value) -> Value:
        """Return a + b if an operand is special, or if `a` is an unrounded product."""
        if a is Special.NAN or b is Special.NAN:
            return Special.NAN
        if a in _INFINITIES or b in _INFINITIES:
            if a in _INFINITIES and b in _INFINITIES and a is not b:
                return Special.NAN
            return a if a in _INFINITIES else b
        if a is Special.NEGATIVE_ZERO and b is Special.NEGATIVE_ZERO:
            return a
        total = (0 if isinstance(a, Special) else a) + (0 if isinstance(b, Special) else b)
        return self.round(total) if total else 0


def _infinity(negative: bool) -> Special:
    return Special.NEGATIVE_INFINITY if negative else Special.POSITIVE_INFINITY


def _special_product(a: Value, b: Value) -> Value:
    """Return a * b if at least one operand is special."""
    if a is Special.NAN or b is Special.NAN:
        return Special.NAN
    zeros = (0, Special.NEGATIVE_ZERO)
    if a in _INFINITIES or b in _INFINITIES:
        return Special.NAN if a in zeros or b in zeros else _infinity(_minus(a) != _minus(b))
    return Special.NEGATIVE_ZERO if _minus(a) != _minus(b) else 0


def _minus(a: Value) -> bool:
    """Return the sign bit of a value that is not NaN."""
    if isinstance(a, Special):
        return a in (Special.NEGATIVE_ZERO, Special.NEGATIVE_INFINITY)
    return a < 0


def common_unit(values: Sequence[Real]) -> int:
    """Return the largest u such that every finite value is a multiple of 2**u; 0 for no values."""
    return min((v.exponent for v in values if v.kind == "finite" and v.significand), default=0)


def to_units(value: Real, unit: int) -> Value:
    """Return a value as an integer in units of 2**unit, or as Special."""
    if value.kind == "nan":
        return Special.NAN
    if value.kind == "infinite":
        return _infinity(value.negative)
    if value.is_zero:
        return Special.NEGATIVE_ZERO if value.negative else 0
    return value.signed() << (value.exponent - unit)


def from_units(value: Value, unit: int) -> Real:
    """Return the `Real` that `to_units` has converted to `value`."""
    if value is Special.NAN:
        return NAN
    if isinstance(value, Special):
        negative = _minus(value)
        return zero(negative) if value is Special.NEGATIVE_ZERO else infinity(negative)
    return Real("finite", value < 0, abs(value), unit)


def balanced(values: Sequence[T], join: Callable[[T, T], T], nothing: T) -> T:
    """Return the result of the tree T1: split at the largest power of two below n, join both parts.

    Return `nothing` if there are no values.
    """
    if not values:
        return nothing

    def subtree(first: int, count: int) -> T:
        if count == 1:
            return values[first]
        half = 1 << ((count - 1).bit_length() - 1)
        return join(subtree(first, half), subtree(first + half, count - half))

    return subtree(0, len(values))


def sum_balanced(values: Sequence[Real], compute: str) -> Real:
    """Return the sum T1 of values of the format `compute`."""
    arithmetic = Arithmetic(compute, common_unit(values))
    units = [to_units(v, arithmetic.unit) for v in values]
    return from_units(balanced(units, arithmetic.add, 0), arithmetic.unit)


def contract(a: Sequence[Value], b: Sequence[Value], arithmetic: Arithmetic) -> Value:
    """Return the contraction T4.

    It has fma chains over blocks of 256 terms, each from -0, and then the sum T1.
    """
    blocks: list[Value] = []
    for start in range(0, len(a), CONTRACTION_BLOCK):
        accumulator: Value = Special.NEGATIVE_ZERO
        stop = start + CONTRACTION_BLOCK
        for x, y in zip(a[start:stop], b[start:stop], strict=True):
            accumulator = arithmetic.fma(x, y, accumulator)
        blocks.append(accumulator)
    return balanced(blocks, arithmetic.add, 0)
