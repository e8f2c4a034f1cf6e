"""Shape rule of pad, and the widths that each of its modes allows (clause S2)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.shapes import Attributes, Shape

MODES = ("constant", "reflect", "replicate", "circular")
"""The default first."""


def pad(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """One operand; `widths` are 2 * rank integers of at least 0, before and after each axis."""
    (shape,) = inputs
    widths, value = attributes["widths"], attributes["value"]
    if not isinstance(widths, tuple) or len(widths) != 2 * len(shape):
        raise SpecError(
            f"{op}: widths={widths!r} must be {2 * len(shape)} integers for shape {shape}: "
            "before and after each axis, from the first axis on"
        )
    if any(isinstance(w, bool) or w < 0 for w in widths):
        raise SpecError(f"{op}: widths={widths} must not be negative; slice to crop")
    if not isinstance(value, float) or math.isnan(value):
        raise SpecError(f"{op}: value={value!r} must be a float and no NaN")
    for axis, size in enumerate(shape):
        _check_axis(op, str(attributes["mode"]), axis, size, widths[2 * axis : 2 * axis + 2])
    return (tuple(n + sum(widths[2 * i : 2 * i + 2]) for i, n in enumerate(shape)),)


def _check_axis(op: str, mode: str, axis: int, size: int, widths: Sequence[int]) -> None:
    most = {"reflect": size - 1, "circular": size, "replicate": None if size else 0}
    limit = most.get(mode)
    if limit is not None and max(widths) > max(limit, 0):
        raise SpecError(
            f"{op}: mode {mode} pads axis {axis} of size {size} by at most {max(limit, 0)}, "
            f"got {tuple(widths)}"
        )
