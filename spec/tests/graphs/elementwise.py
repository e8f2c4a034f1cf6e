"""Calls of the elementwise graphs, with operands by which the removal of anything shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from samebits.spec.call import Call
from samebits.spec.catalog import all_ops, elementwise_landmarks
from samebits.spec.formats import get_format

Array = np.ndarray[Any, Any]

NAMES = [name for name in all_ops() if elementwise_landmarks(name) is not None]
"""The ops."""

_MANY = 500_000
"""Elements in a short format, where a rounding on the way shows in one of thousands."""


def calls(name: str) -> Iterator[tuple[Call, tuple[Array, ...]]]:
    """Every set of attributes in f32, two in f16 besides; each with its operands.

    Of one operand every number of f16 is asked.
    """
    op, landmarks = all_ops()[name], elementwise_landmarks(name)
    assert landmarks is not None
    count = len(op.operands)
    draw = np.random.default_rng(len(name))
    for attributes in landmarks.sets or ({},):
        found: dict[str, Any] = dict(attributes)
        yield op.call(["f32"] * count, **found), _operands(draw, "f32", count, 400)
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    for attributes in landmarks.sets[:2] or ({},):
        short = op.call(["f16"] * count, **dict[str, Any](attributes))
        yield short, (every,) if count == 1 else _operands(draw, "f16", count, _MANY)


def _operands(draw: np.random.Generator, form: str, count: int, size: int) -> tuple[Array, ...]:
    """Numbers of a few sizes, of which some are equal, and zeros, infinities and NaN."""
    numbers = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 700.5, 701.0, np.inf, -np.inf, np.nan])
    dtype: Any = get_format(form).dtype
    found = []
    for operand in range(count):
        most = 14 if operand < 2 else 1
        sizes = np.where(
            draw.random(size) < 0.7, draw.integers(-12, most, size), draw.integers(-2, 3)
        )
        x = draw.standard_normal(size) * np.exp2(sizes)
        few = draw.random(size) < 0.3
        x[few] = draw.choice(numbers, int(few.sum()))
        found.append(x.astype(dtype))
    return tuple(found)
