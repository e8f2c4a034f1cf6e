"""The matrices whose products are measured: typical of networks, or hard for aligned integers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from samebits.backends import discovery, executor
from samebits.spec.catalog import get_op

Array = np.ndarray[Any, Any]

ROWS, TERMS = 96, 4096
"""The numbers of rows and columns of a. b is [TERMS, ROWS]."""

LARGE = (17, 1201, 2300, 4000)
"""The columns of the matrix a whose elements are enlarged."""


class Ops:
    """Ops of the specification in binary32, on the baseline C backend.

    Its bits are the same on every machine.
    """

    def __init__(self) -> None:
        self._session = discovery.load("c").open("baseline")

    def __call__(self, op: str, *inputs: Array, **attributes: Any) -> Array:
        """Return the single result of an op."""
        call = get_op(op).call(["f32"] * len(inputs), ["f32"], **attributes)
        return executor.execute(self._session, call, list(inputs))[0]

    def normal(self, rows: int, columns: int, stream: int) -> Array:
        """Return draws from the normal distribution (D2) with the seed 5."""
        call = get_op("normal").call([], ["f32"], shape=(rows, columns), seed=(5, stream))
        return executor.execute(self._session, call, [])[0]


def to_bf16(x: Array) -> Array:
    """Round finite numbers to bfloat16, ties to even, and return them as binary32."""
    bits = np.ascontiguousarray(x, np.float32).view(np.uint32)
    rounded = bits + 0x7FFF + (bits >> 16 & 1)
    return np.asarray((rounded & np.uint32(0xFFFF0000)).view(np.float32))


def _scaled(x: Array, places: tuple[int, ...], factor: float, axis: int) -> Array:
    found = x.copy()
    if axis:
        found[:, places] *= np.float32(factor)
    else:
        found[list(places)] *= np.float32(factor)
    return found


def matrices(ops: Ops) -> Iterator[tuple[str, Array, Array]]:
    """Yield (description, a, b) for each pair of matrices a[ROWS, TERMS] and b[TERMS, ROWS]."""
    a, b = ops.normal(ROWS, TERMS, 1), ops.normal(TERMS, ROWS, 2)
    half = TERMS // 2
    yield "normal", a, b
    yield "normal, bf16 data", to_bf16(a), to_bf16(b)
    weight = b * np.float32(0.02)
    for factor in (100.0, 1000.0):
        yield f"4 columns of a x {factor:g}", _scaled(a, LARGE, factor, 1), weight
    large, small = _scaled(a, LARGE, 1000.0, 1), _scaled(b, LARGE, 1 / 1000, 0)
    yield "4 columns of a x 1000, their rows of b / 1000", large, small
    yield "lognormal tails", a * ops("exp", np.float32(1.5) * ops.normal(ROWS, TERMS, 3)), b
    rest = np.float32(1e-3) * a[:, half:] - a[:, :half]
    yield (
        "sums that cancel to a thousandth",
        np.concatenate([a[:, :half], rest], axis=1),
        np.concatenate([b[:half], b[:half]]),
    )
    yield "Gram matrix, b = a transposed", a, np.ascontiguousarray(a.T)
    yield "softmax(3 z) times V", ops("softmax", np.float32(3) * a, axis=1), b
