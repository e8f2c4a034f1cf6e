"""Sort by comparison of exact values (clause S3): zeros are equal, NaN is above every number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import product
from typing import Any

import numpy as np

from samebits.oracles.arithmetic import is_below
from samebits.oracles.rounding import Real, decode
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

Array = np.ndarray[Any, Any]
Column = Callable[[Call, list[int], list[int]], list[list[int]]]
"""A function that returns the bits of each result of a call along the axis.

Arguments: the call, the bits along the axis, the sorting permutation.
"""


@dataclass(frozen=True, slots=True)
class Ordering:
    """An op along `axis`; `descending` returns whether the call sorts in descending order."""

    descending: Callable[[Call], bool]
    column: Column

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Sort the elements along the axis, for every combination of indices of the other axes."""
        x = inputs[0]
        (axis,) = normalize_axes(call.op, call.attributes["axis"], x.ndim)
        shapes = get_op(call.op).output_shapes(call, [x.shape])
        results = [
            np.zeros(shape, get_format(name).bits_dtype)
            for shape, name in zip(shapes, call.outputs, strict=True)
        ]
        bits = bits_of(x)
        for place in product(*(range(n) for i, n in enumerate(x.shape) if i != axis)):
            where: Any = (*place[:axis], slice(None), *place[axis:])
            row = bits[where].tolist()
            order = permutation(row, call.inputs[0], self.descending(call))
            for result, column in zip(results, self.column(call, row, order), strict=True):
                result[where] = column
        return [from_bits(r, name) for r, name in zip(results, call.outputs, strict=True)]


def permutation(row: Sequence[int], name: str, descending: bool) -> list[int]:
    """Return the permutation that sorts these bits; equal elements keep their order."""
    values = [decode(p, name) for p in row]

    def compare(i: int, j: int) -> int:
        first, second = (values[j], values[i]) if descending else (values[i], values[j])
        return _before(second, first) - _before(first, second)

    return sorted(range(len(row)), key=cmp_to_key(compare))


def _before(a: Real, b: Real) -> bool:
    """Return whether a comes before b in ascending order."""
    if a.kind == "nan" or b.kind == "nan":
        return a.kind != b.kind and b.kind == "nan"
    return is_below(a, b)
