"""Compute an aligned product (clause T11), element by element, with one step replaced.

Saboteurs of f32 calls use it. It computes with Python's integers, and with binary64 where that is
exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from samebits.conformance.trials.saboteurs.base import factors, pairwise
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Sum = Callable[[Iterable[int]], int]


@dataclass(frozen=True, slots=True)
class Way:
    """The steps of an aligned product.

    The defaults are the steps of clause T11. `second` is applied to the integers of matrix b.
    """

    block: int = 256
    whole: bool = False
    nearest: Callable[[float], int] = round
    clamped: bool = True
    least: int = -149
    second: Callable[[int], int] = lambda q: q
    total: Sum = sum
    join: Callable[[Array], Any] = pairwise
    lost: float = math.nan


def product(call: Call, inputs: Sequence[Array], output: Array, way: Way) -> None:
    """Write the product of two f32 matrices to `output`."""
    a, b = (np.asarray(x, np.float64) for x in factors(call, inputs))
    widths: Any = call.attributes["bits"]
    rows = [_aligned(row, widths[0], way) for row in a]
    columns = [_aligned(column, widths[1], way) for column in b.T]
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            values = [_value(x, y, way) for x, y in zip(row, column, strict=True)]
            output[i, j] = way.join(np.array(values, np.float32)) if values else 0.0
            if len(inputs) == 3:
                output[i, j] += inputs[2][j]


def _aligned(row: Array, width: int, way: Way) -> list[tuple[list[int], int] | None]:
    """Return the integers and exponent of each block, or None for a block that is not finite."""
    blocks = [row[k : k + way.block] for k in range(0, len(row), way.block)]
    return [_integers(x, _unit(row if way.whole else x, width, way), width, way) for x in blocks]


def _unit(row: Array, width: int, way: Way) -> int:
    size = max((abs(x) for x in row.tolist() if math.isfinite(x)), default=0.0)
    return max(math.frexp(size)[1] - 1, way.least) - (width - 2)


def _integers(row: Array, unit: int, width: int, way: Way) -> tuple[list[int], int] | None:
    if not np.isfinite(row).all():
        return None
    limit = (1 << (width - 1)) - 1
    found = [way.nearest(math.ldexp(x, -unit)) for x in row.tolist()]
    return [max(-limit, min(limit, q)) for q in found] if way.clamped else found, unit


def _value(
    a: tuple[list[int], int] | None, b: tuple[list[int], int] | None, way: Way
) -> np.float32:
    if a is None or b is None:
        return np.float32(way.lost)
    total = way.total(x * way.second(y) for x, y in zip(a[0], b[0], strict=True))
    while abs(total) >= 1 << 53:  # round to odd, so that the result is rounded only once
        total, a = (total >> 1) | (total & 1), (a[0], a[1] + 1)
    return np.float32(math.ldexp(total, a[1] + b[1]))


def left_to_right(values: Array) -> Any:
    """Return the sum of the values, added from left to right."""
    return reduce(lambda x, y: x + y, values)
