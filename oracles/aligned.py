"""Aligned contractions (clause T11) in integers: aligned, multiplied, summed, rounded once.

Every number of a block is a significand times a power of two. So the row of a block is aligned by
shifts, and the sum of products is one integer. No floating-point numbers are used. The value of
each block is rounded to binary32, and the values are added by the tree T1 (trees.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from samebits.oracles import trees
from samebits.oracles.arithmetic import add
from samebits.oracles.reductions import array_of, matrices
from samebits.oracles.rounding import NAN, Real, decode, dyadic, round_to, zero
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call
from samebits.spec.language.trees import CONTRACTION_BLOCK

Array = np.ndarray[Any, Any]

_COMPUTE = "f32"


class Aligned(NamedTuple):
    """A row of a block: its aligned integers, and the exponent u of their common unit 2**u."""

    integers: tuple[int, ...]
    unit: int


@dataclass(frozen=True, slots=True)
class AlignedContraction:
    """An oracle for clause T11: a contraction per element, then a bias, then one rounding (R4).

    `terms` returns both operands as [batches, rows, terms], like the `terms` of a contraction T4.
    """

    terms: Callable[[Call, Sequence[Array]], tuple[Array, Array]] = matrices

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the product of the (batches of) matrices that the call describes."""
        (output,), widths = call.outputs, call.attributes["bits"]
        assert isinstance(widths, tuple)  # checked by the declaration
        (shape,) = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
        sides = [
            [[_blocks(row, name, width) for row in matrix] for matrix in bits_of(side).tolist()]
            for side, name, width in zip(
                self.terms(call, inputs), call.inputs, widths, strict=False
            )
        ]
        bias = [
            decode(p, name)
            for x, name in zip(inputs[2:], call.inputs[2:], strict=True)
            for p in bits_of(x).tolist()
        ]
        results = []
        for rows, columns in zip(*sides, strict=True):
            for row, (n, column) in product(rows, enumerate(columns)):
                value = _total([_value(a, b) for a, b in zip(row, column, strict=True)])
                if bias:
                    value = decode(round_to(add(value, bias[n]), _COMPUTE), _COMPUTE)
                results.append(round_to(value, output))
        return [array_of(results, shape, output)]


def align(values: Sequence[Real], width: int) -> Aligned | None:
    """Return the aligned integers of one row of a block, or None if a value is not finite."""
    if any(value.kind != "finite" for value in values):
        return None
    tops = [v.significand.bit_length() - 1 + v.exponent for v in values if v.significand]
    unit = max(tops, default=0) - (width - 2)
    limit = (1 << (width - 1)) - 1
    rounded = (_nearest(v.signed(), v.exponent - unit) for v in values)
    return Aligned(tuple(max(-limit, min(limit, q)) for q in rounded), unit)


def _nearest(significand: int, exponent: int) -> int:
    """Return significand * 2**exponent rounded to the nearest integer, ties to even."""
    if exponent >= 0:
        return significand << exponent
    whole = significand >> -exponent  # toward -infinity, so the rest is not negative
    twice = 2 * (significand - (whole << -exponent))
    unit = 1 << -exponent
    return whole + (twice > unit or (twice == unit and whole % 2 == 1))


def _blocks(patterns: Sequence[int], name: str, width: int) -> list[Aligned | None]:
    """Return a row of an operand as aligned blocks."""
    values = [decode(pattern, name) for pattern in patterns]
    starts = range(0, len(values), CONTRACTION_BLOCK)
    return [align(values[i : i + CONTRACTION_BLOCK], width) for i in starts]


def _value(a: Aligned | None, b: Aligned | None) -> Real:
    """Return the value of a block, rounded to binary32."""
    if a is None or b is None:
        return NAN
    total = sum(x * y for x, y in zip(a.integers, b.integers, strict=True))
    return decode(round_to(dyadic(total, a.unit + b.unit), _COMPUTE), _COMPUTE)


def _total(blocks: Sequence[Real]) -> Real:
    """Return the sum T1 over the values of the blocks; +0 if there are no blocks."""

    def join(a: Real, b: Real) -> Real:
        return decode(round_to(add(a, b), _COMPUTE), _COMPUTE)

    return trees.balanced(blocks, join, zero(negative=False))
