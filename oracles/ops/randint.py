"""randint: the upper half of the product of a 64-bit draw and the number of integers (D2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles.drawing import Drawn
from samebits.oracles.numpy_route.draws_route import draws_of
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def _ends(call: Call) -> tuple[int, int]:
    low, high = call.attributes["low"], call.attributes["high"]
    assert isinstance(low, int)
    assert isinstance(high, int)
    return low, high


def _pattern(call: Call, draw: int) -> int:
    low, high = _ends(call)
    return low + draw * (high - low) // 2**64


ORACLE = Drawn(_pattern, lambda call: 64)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the upper half of a 64 by 64 bit product, from four 32 by 32 bit products."""
    low, high = _ends(call)
    mask, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    u, n = draws_of(call, 64), np.uint64(high - low)
    u0, u1, n0, n1 = u & mask, u >> half, n & mask, n >> half
    middle = u1 * n0 + (u0 * n0 >> half)
    other = u0 * n1 + (middle & mask)
    upper = u1 * n1 + (middle >> half) + (other >> half)
    return np.asarray(upper.astype(np.int64) + np.int64(low))


ROUTE = _route
