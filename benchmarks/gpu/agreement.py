"""A check with tolerances that two sides of a row computed the same function.

The judge compares exact bits (`samebits certify`). A benchmark only has to detect a side that
computes something else, for example with a wrong axis, function or operand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

CHUNK = 1 << 24
"""The number of elements compared in one step, to limit the memory."""

TOLERANCES = {
    "f32": 1e-3, "f16": 2e-2, "bf16": 5e-2, "f8e4m3fn": 0.25, "f8e5m2": 0.5, "i8": 0.0,
}  # fmt: skip
"""The largest allowed relative difference, by the format of the first operand."""

_OF_WIDTHS = 32.0
"""The largest allowed difference of an aligned product, in units of its narrower operand."""


def tolerance(label: str, attributes: Mapping[str, Any]) -> float:
    """Return the largest allowed difference of an op, for operands in the format `label`."""
    widths = attributes.get("bits")
    least = 0.0 if widths is None else _OF_WIDTHS * 2.0 ** -min(widths)
    return max(TOLERANCES[label], least)


def difference(torch: Any, ours: Any, theirs: Any, *, is_sum: bool) -> float:
    """Return the largest difference of two tensors, relative to the element plus a typical size.

    The typical size is the mean magnitude of the finite elements, because a sum that cancels may be
    as small as its rounding errors. If the results are not sums (`is_sum` is false), it is at most
    1. NaN equals NaN, and an infinity equals only itself. The result is infinite if the shapes
    differ.
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
    """Return the mean magnitude of the finite elements, but at least the least normal number."""
    total, count = 0.0, 0
    for start in range(0, x.numel(), CHUNK):
        part = x[start : start + CHUNK].double().abs()
        finite = part.isfinite()
        total += float(torch.where(finite, part, 0.0).sum())
        count += int(finite.sum())
    return max(total / max(count, 1), 2.0**-126)
