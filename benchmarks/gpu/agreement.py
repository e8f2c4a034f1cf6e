"""Whether two sides of a row have done the same work, loosely: no bit is judged here.

The judge compares bytes (`samebits certify`); a benchmark only has to notice that a side was asked
for something else, as another axis, another function or other operands.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

CHUNK = 1 << 24
"""Elements that are compared at once, for what it takes in memory."""

TOLERANCES = {
    "f32": 1e-3, "f16": 2e-2, "bf16": 5e-2, "f8e4m3fn": 0.25, "f8e5m2": 0.5, "i8": 0.0,
}  # fmt: skip
"""Largest differences that pass, by the first operand's format."""

_OF_WIDTHS = 32.0
"""The same of an aligned product: so many units in the last place of its narrower operand."""


def tolerance(label: str, attributes: Mapping[str, Any]) -> float:
    """The largest difference that passes, of an op on operands of a format."""
    widths = attributes.get("bits")
    least = 0.0 if widths is None else _OF_WIDTHS * 2.0 ** -min(widths)
    return max(TOLERANCES[label], least)


def difference(torch: Any, ours: Any, theirs: Any, *, is_sum: bool) -> float:
    """The largest difference of two tensors, relative to the element's size plus a usual one.

    The usual size is the mean magnitude of the finite elements, since a sum that cancels may be as
    small as its rounding errors; of what is no sum (`is_sum` false) it is at most 1. NaNs equal
    NaNs, and an infinity only itself. Infinite where shapes differ.
    """
    if tuple(ours.shape) != tuple(theirs.shape):
        return math.inf
    a, b = ours.reshape(-1), theirs.reshape(-1)
    usual = _usual(torch, b) if is_sum else min(1.0, _usual(torch, b))
    worst = 0.0
    for start in range(0, a.numel(), CHUNK):
        x, y = (part[start : start + CHUNK].double() for part in (a, b))
        same = (x == y) | (x.isnan() & y.isnan())
        apart = (x - y).abs() / (y.abs() + usual)
        apart = torch.where(same, 0.0, torch.where(apart.isnan(), math.inf, apart))
        worst = max(worst, float(apart.max()))
    return worst


def _usual(torch: Any, x: Any) -> float:
    """The mean magnitude of the finite elements; the least normal number where all are zero."""
    total, count = 0.0, 0
    for start in range(0, x.numel(), CHUNK):
        part = x[start : start + CHUNK].double().abs()
        finite = part.isfinite()
        total += float(torch.where(finite, part, 0.0).sum())
        count += int(finite.sum())
    return max(total / max(count, 1), 2.0**-126)
