"""Most frequent values, and distinct slices; elements are compared as integers (S3.6)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE
from samebits.torch.ordered import is_nan, ordered
from samebits.torch.shapes import require_axis
from samebits.torch.table import lowers, lowers_elsewhere


def _keys(x: Tensor) -> Tensor:
    """Return integers in the order of S3.6: -0 equals +0; all NaNs are equal and the greatest."""
    keys = ordered(x.contiguous(), nan_least=False)
    return torch.where(keys == -1, 0, keys)


@lowers("mode")
def mode(c: Compute, self: Tensor, dim: int = -1, keepdim: bool = False) -> Any:
    """Return the most frequent value along an axis and the index of its last occurrence.

    If several values are equally frequent, return the least of them. Values are compared as in
    S3.6, so the result may be NaN. The value has the bits of the element at the returned index.
    """
    if not self.dtype.is_floating_point:
        return NATIVE
    require_axis(dim, self.dim())
    if not self.dim():
        return self.clone(), c.zeros((), dtype=torch.int64)
    keys = _keys(self)
    found = torch.ops.aten.mode.default(keys, dim, True)[0]
    shape = [1] * self.dim()
    shape[dim] = -1
    places = c.arange(self.shape[dim]).view(shape)
    index = torch.where(keys == found, places, -1).amax(dim, True)
    values = torch.gather(self, dim, index)
    return (values, index) if keepdim else (values.squeeze(dim), index.squeeze(dim))


@lowers_elsewhere("mode")
def mode_elsewhere(c: Compute, self: Tensor, dim: int = -1, keepdim: bool = False) -> Any:
    """Compute `mode`.

    For integers the CPU computes it, because a GPU may return any of several values.
    """
    if self.dtype.is_floating_point:
        return mode(c, self, dim, keepdim)
    return tuple(x.to(c.device) for x in torch.mode(self.cpu(), dim, keepdim))


def _apart(x: Tensor, dim: int) -> tuple[Tensor, int]:
    """Return the slices as integers, and the axis. A slice with a NaN gets a unique integer."""
    keys = _keys(x)
    nan = is_nan(x.contiguous())
    if not bool(nan.any()):
        return keys, dim
    rows = keys.movedim(dim, 0).flatten(1) if x.dim() > 1 else keys[:, None]
    alone = nan.movedim(dim, 0).reshape(len(rows), -1).any(1)
    own = torch.where(alone, torch.arange(1, len(rows) + 1, device=x.device), 0).to(keys.dtype)
    return torch.cat([rows, own[:, None]], 1), 0


def _of_first(x: Tensor, dim: int, found: tuple[Tensor, ...]) -> Any:
    """Return the first slice of each group, the group of each slice, and the sizes of groups.

    All three are returned even if only some are requested, as in PyTorch's kernel.
    """
    _, group, many = found
    n = len(group)
    first = many.new_full(many.shape, n)
    first.scatter_reduce_(0, group, torch.arange(n, device=x.device), "amin")
    return x.index_select(dim, first), group, many


@lowers("unique_dim")
def unique_dim(
    c: Compute,
    self: Tensor,
    dim: int,
    sorted: bool = True,  # noqa: A002
    return_inverse: bool = False,
    return_counts: bool = False,
) -> Any:
    """Return the distinct slices in the order of S3.6: the first slice of equal ones.

    Slices are equal if all their elements are equal. So a slice with a NaN is equal to no other
    slice.
    """
    if not self.dtype.is_floating_point:
        return NATIVE
    keys, axis = _apart(self, dim)
    found = torch.ops.aten.unique_dim.default(keys, axis, True, True, True)
    return _of_first(self, dim, found)


@lowers("unique_dim_consecutive")
def unique_dim_consecutive(
    c: Compute,
    self: Tensor,
    dim: int,
    return_inverse: bool = False,
    return_counts: bool = False,
) -> Any:
    """Return the first slice of each run of equal slices."""
    if not self.dtype.is_floating_point:
        return NATIVE
    keys, axis = _apart(self, dim)
    found = torch.ops.aten.unique_dim_consecutive.default(keys, axis, True, True)
    return _of_first(self, dim, found)
