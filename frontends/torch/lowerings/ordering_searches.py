"""Searches in sorted boundaries (S3.9)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.errors import NATIVE
from samebits.torch.promotion import result_dtype
from samebits.torch.table import lowers


def _searched(
    c: Compute, boundaries: Tensor, values: Tensor, right: bool, out_int32: bool
) -> Tensor:
    """Compute `searchsorted`. If the boundaries are a vector, the values may have any shape."""
    dtype = result_dtype(boundaries, values) if values.dim() else boundaries.dtype
    rows, wanted = c.cast(boundaries, dtype), c.cast(values, dtype)
    if rows.dim() == 1 or not values.dim():
        wanted = wanted.reshape(-1)
    places = c.empty(wanted.shape, dtype=torch.int64)
    c.call("searchsorted", [rows, wanted], [places], right=right)
    places = places.view(values.shape)
    return places.to(torch.int32) if out_int32 else places


@lowers("searchsorted.Tensor")
def searchsorted(
    c: Compute,
    sorted_sequence: Tensor,
    self: Tensor,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Any:
    """Return the insertion indices of S3.9.

    They are counts, so the boundaries need not be sorted.
    """
    if not (self.dtype.is_floating_point or sorted_sequence.dtype.is_floating_point):
        return NATIVE
    if side is not None and right and side != "right":
        raise RuntimeError("searchsorted(): side and right can't be set to opposites")
    rows = sorted_sequence
    if sorter is not None:
        if sorter.dtype is not torch.int64 or sorter.shape != rows.shape:
            raise RuntimeError(
                "torch.searchsorted(): boundary and sorter must have the same size, and sorter "
                f"torch.int64, but got {list(sorter.shape)} of {sorter.dtype}"
            )
        rows = torch.gather(rows, -1, sorter)
    return _searched(c, rows, self, right or side == "right", out_int32)


@lowers("searchsorted.Scalar")
def searchsorted_scalar(
    c: Compute,
    sorted_sequence: Tensor,
    self: Operand,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Any:
    """Return the insertion index of a number, which is rounded to the dtype of the boundaries."""
    if not sorted_sequence.dtype.is_floating_point and not isinstance(self, float):
        return NATIVE
    value = _number(c, self, sorted_sequence)
    return searchsorted(
        c,
        sorted_sequence,
        value,
        out_int32=out_int32,
        right=right,
        side=side,
        sorter=sorter,
    )


def _number(c: Compute, value: Operand, boundaries: Tensor) -> Tensor:
    if isinstance(value, Tensor):
        return value
    floats = boundaries.dtype.is_floating_point
    return c.scalar(value, boundaries.dtype if floats else torch.get_default_dtype())


@lowers("bucketize.Tensor")
def bucketize(
    c: Compute, self: Tensor, boundaries: Tensor, *, out_int32: bool = False, right: bool = False
) -> Any:
    """Compute `searchsorted` with its first two arguments exchanged."""
    if not (self.dtype.is_floating_point or boundaries.dtype.is_floating_point):
        return NATIVE
    return _searched(c, boundaries, self, right, out_int32)


@lowers("bucketize.Scalar")
def bucketize_scalar(
    c: Compute, self: Operand, boundaries: Tensor, *, out_int32: bool = False, right: bool = False
) -> Any:
    """Return the insertion index of a number."""
    if not boundaries.dtype.is_floating_point and not isinstance(self, float):
        return NATIVE
    return _searched(c, boundaries, _number(c, self, boundaries), right, out_int32)
