"""Minimum, maximum and clamping (S3.1, G9.clamp)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.dtypes import FLOATS
from samebits.torch.errors import NATIVE
from samebits.torch.lowerings.arithmetic import Number, binary
from samebits.torch.promotion import promoted, result_dtype
from samebits.torch.table import lowers


@lowers("maximum")
def maximum(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute the larger operand. The result is NaN if an operand is NaN, and -0 < +0."""
    return binary(c, "maximum", self, other, into)


@lowers("minimum")
def minimum(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute the smaller operand. The result is NaN if an operand is NaN, and -0 < +0."""
    return binary(c, "minimum", self, other, into)


def _number_before_nan(c: Compute, op: str, a: Operand, b: Operand, into: Tensor | None) -> Any:
    dtype = result_dtype(a, b)
    if not dtype.is_floating_point:
        return NATIVE
    x, y = promoted(c, dtype, a, b)
    only_y = c.each("ne", x, x, to=torch.bool)
    only_x = c.each("ne", y, y, to=torch.bool)
    result = c.each("where", only_x, x, c.pair(op, x, y))
    return c.each("where", only_y, c.pair(op, y, y), result, into=into)


@lowers("fmax")
def fmax(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute `maximum`, but if exactly one operand is NaN, return the other one."""
    return _number_before_nan(c, "maximum", self, other, into)


@lowers("fmin")
def fmin(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute `minimum`, but if exactly one operand is NaN, return the other one."""
    return _number_before_nan(c, "minimum", self, other, into)


@lowers("clamp")
def clamp(
    c: Compute,
    self: Tensor,
    min: Number | None = None,  # noqa: A002 (PyTorch's name)
    max: Number | None = None,  # noqa: A002
    into: Tensor | None = None,
) -> Any:
    """Compute minimum(maximum(self, min), max). A limit of None has no effect."""
    limits = [x for x in (min, max) if x is not None]
    x = self
    if self.dtype not in FLOATS or any(isinstance(limit, complex) for limit in limits):
        dtype = result_dtype(self, *limits)
        if not dtype.is_floating_point:
            return NATIVE
        x = c.cast(self, dtype)
    # attributes cannot be NaN; `maximum` with a NaN gives the required result
    if any(limit != limit for limit in limits):
        return c.pair("maximum", x, float("nan"), into)
    least = float("-inf") if min is None else float(min)
    most = float("inf") if max is None else float(max)
    return c.each("clamp", x, into=into, min=least, max=most)


@lowers("clamp_min")
def clamp_min(
    c: Compute,
    self: Tensor,
    min: Number,  # noqa: A002 (PyTorch's name)
    into: Tensor | None = None,
) -> Any:
    """Compute maximum(self, min)."""
    return clamp(c, self, min, None, into)


@lowers("clamp_max")
def clamp_max(
    c: Compute,
    self: Tensor,
    max: Number,  # noqa: A002 (PyTorch's name)
    into: Tensor | None = None,
) -> Any:
    """Compute minimum(self, max)."""
    return clamp(c, self, None, max, into)


@lowers("clamp_min.Tensor")
def clamp_min_tensor(
    c: Compute,
    self: Operand,
    min: Operand,  # noqa: A002 (PyTorch's name)
    into: Tensor | None = None,
) -> Any:
    """Compute maximum(self, min), element by element."""
    return maximum(c, self, min, into)


@lowers("clamp_max.Tensor")
def clamp_max_tensor(
    c: Compute,
    self: Operand,
    max: Operand,  # noqa: A002 (PyTorch's name)
    into: Tensor | None = None,
) -> Any:
    """Compute minimum(self, max), element by element."""
    return minimum(c, self, max, into)


@lowers("clamp.Tensor")
def clamp_tensor(
    c: Compute,
    self: Tensor,
    min: Tensor | None = None,  # noqa: A002 (PyTorch's name)
    max: Tensor | None = None,  # noqa: A002
    into: Tensor | None = None,
) -> Any:
    """Compute minimum(maximum(self, min), max), element by element."""
    if min is None:
        return NATIVE if max is None else minimum(c, self, max, into)
    if max is None:
        return maximum(c, self, min, into)
    dtype = result_dtype(self, min, max)
    if not dtype.is_floating_point:
        return NATIVE
    return c.each("clamp_tensor", *promoted(c, dtype, self, min, max), into=into)
