"""The cross product of vectors with three elements."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.table import lowers


@lowers("linalg_cross")
def cross(
    c: Compute, self: Tensor, other: Tensor, *, dim: int = -1, into: Tensor | None = None
) -> Any:
    """Compute each element as the difference of two products, all rounded to the compute format."""
    dtype = self.dtype
    if dtype.is_complex:
        raise Refused("no clause defines arithmetic on complex numbers")
    if not dtype.is_floating_point:
        return NATIVE
    if other.dtype is not dtype:
        raise Refused("operands of several dtypes; convert them with .to() before")
    if self.dim() != other.dim():
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if self.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {self.shape[dim]} and "
            f"{other.shape[dim]}"
        )
    wide = compute_dtype(dtype)
    a, b = torch.broadcast_tensors(c.cast(self, wide), c.cast(other, wide))
    first = c.each("mul", a.roll(-1, dim), b.roll(-2, dim))
    second = c.each("mul", a.roll(-2, dim), b.roll(-1, dim))
    return c.stored(c.cast(c.each("sub", first, second), dtype), into)
