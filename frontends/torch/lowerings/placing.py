"""Moves that first convert elements to one format: cat, stack, fill, index_copy (R5, R4.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.dtypes import SHORT
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.last import last_of_several
from samebits.torch.shapes import require_axis
from samebits.torch.table import lowers

_NARROW = frozenset({torch.float8_e4m3fn, torch.float8_e5m2})
"""Formats to which PyTorch converts numbers that are too large differently from R5."""


def placed(c: Compute, x: Operand, dtype: torch.dtype) -> Tensor:
    """Cast a tensor to a dtype. A host scalar is first rounded to the compute format."""
    if isinstance(x, Tensor):
        return c.cast(x, dtype)
    if dtype in SHORT:
        return c.cast(c.scalar(x, torch.float32), dtype)
    return c.scalar(x, dtype)


def joined_dtype(tensors: Sequence[Tensor]) -> torch.dtype | None:
    """Return the dtype in which tensors are joined.

    Return None if all tensors already have it, or if it is not floating-point.
    """
    first = tensors[0].dtype
    dtype = first
    for x in tensors:
        if x.dtype is not dtype:
            dtype = torch.promote_types(dtype, x.dtype)
    if dtype.is_complex:
        raise Refused(f"no clause defines moves of {dtype}")
    if not dtype.is_floating_point or all(x.dtype is dtype for x in tensors):
        return None
    return dtype


@lowers("cat")
def cat(c: Compute, tensors: Sequence[Tensor], dim: int = 0, into: Tensor | None = None) -> Any:
    """Join the tensors one after another, each cast to the dtype of the result."""
    dtype = joined_dtype(tensors)
    if dtype is None:
        if into is None or into.dtype is tensors[0].dtype:
            return NATIVE
        return torch.cat(list(tensors), dim)
    return torch.cat([c.cast(x, dtype) for x in tensors], dim)


@lowers("stack")
def stack(c: Compute, tensors: Sequence[Tensor], dim: int = 0, into: Tensor | None = None) -> Any:
    """Join the tensors along a new axis, each cast to the dtype of the result."""
    dtype = joined_dtype(tensors)
    if dtype is None:
        if into is None or into.dtype is tensors[0].dtype:
            return NATIVE
        return torch.stack(list(tensors), dim)
    return torch.stack([c.cast(x, dtype) for x in tensors], dim)


@lowers("fill_.Scalar")
def fill(c: Compute, self: Tensor, value: int | float) -> Any:
    """Write a number to every element."""
    if self.dtype.is_complex:
        raise Refused(f"no clause defines moves of {self.dtype}")
    return self.copy_(placed(c, value, self.dtype)) if self.dtype in _NARROW else NATIVE


@lowers("masked_fill_.Scalar")
def masked_fill(c: Compute, self: Tensor, mask: Tensor, value: int | float) -> Any:
    """Write a number where the mask is true."""
    if self.dtype.is_complex:
        raise Refused(f"no clause defines moves of {self.dtype}")
    if self.dtype in _NARROW:
        return self.masked_fill_(mask, placed(c, value, self.dtype))
    return NATIVE


@lowers("index_fill_.int_Scalar")
def index_fill(c: Compute, self: Tensor, dim: int, index: Tensor, value: int | float) -> Any:
    """Write a number at the given indices of an axis."""
    if self.dtype.is_complex:
        raise Refused(f"no clause defines moves of {self.dtype}")
    if self.dtype in _NARROW:
        raise Refused(f"PyTorch has no index_fill_ of {self.dtype}")
    return NATIVE


@lowers("index_fill_.int_Tensor")
def index_fill_tensor(c: Compute, self: Tensor, dim: int, index: Tensor, value: Tensor) -> Any:
    """Write the element of a tensor of rank 0, cast to self's dtype, at indices of an axis."""
    if self.dtype is value.dtype or not self.dtype.is_floating_point:
        return NATIVE
    return self.index_fill_(dim, index, placed(c, value, self.dtype))


@lowers("index_copy_")
def index_copy(c: Compute, self: Tensor, dim: int, index: Tensor, source: Tensor) -> Any:
    """Write slices of the source at the given indices of an axis.

    If an index repeats, the last wins (T7).
    """
    if index.dim() != 1 or not self.dim() or not source.dim():
        return NATIVE
    dim = require_axis(dim, self.dim())
    if source.dim() == self.dim() and len(index) != source.shape[dim]:
        raise IndexError(
            f"index_copy_(): Number of indices ({len(index)}) should be equal to source.size(dim) "
            f"({source.shape[dim]})"
        )
    last = last_of_several(index, self.shape[dim])
    if last is None:
        return NATIVE
    return self.index_copy_(dim, index[last], source.index_select(dim, last))
