"""Sorting, and ops that use it: greatest elements, medians, distinct values (S3.6 to S3.9)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE
from samebits.torch.memory import empty_like
from samebits.torch.ordered import is_nan
from samebits.torch.shapes import require_axis
from samebits.torch.table import lowers, lowers_elsewhere


def _order(c: Compute, x: Tensor, dim: int, descending: bool = False) -> Tensor:
    """Return the sorting permutation (S3.7), which is stable in both directions."""
    result = c.empty(x.shape, dtype=torch.int64)
    c.call("argsort", [x], [result], axis=dim, descending=descending)
    return result


@lowers("sort.stable")
def sort(
    c: Compute, self: Tensor, *, stable: bool | None, dim: int = -1, descending: bool = False
) -> Any:
    """Compute the stable sort (S3.6), even if `stable` is false."""
    if not self.dtype.is_floating_point:
        return (
            torch.ops.aten.sort.stable(self, stable=True, dim=dim, descending=descending)
            if (not stable)
            else NATIVE
        )
    if not self.dim():
        return self.clone(), c.zeros((), dtype=torch.int64)
    order = _order(c, self, dim, descending)
    return torch.gather(self, dim, order), order


@lowers("topk")
def topk(
    c: Compute,
    self: Tensor,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,  # noqa: A002 (the name in the schema)
) -> Any:
    """Compute the first k elements of the sort (S3.8), sorted even if `sorted` is false."""
    size = self.shape[dim] if self.dim() else 1
    if not 0 <= k <= size:
        raise RuntimeError("selected index k out of range")
    x = self if self.dim() else self.reshape(1)
    shape = list(x.shape)
    shape[dim] = k
    values, indices = c.empty(shape, dtype=x.dtype), c.empty(shape, dtype=torch.int64)
    c.call("topk", [x], [values, indices], k=k, axis=dim, largest=largest)
    if self.dim():
        return values, indices
    return (values.view(()), indices.view(())) if k else (values, indices)


def _picked(x: Tensor, dim: int, index: Tensor, keepdim: bool) -> tuple[Tensor, Tensor]:
    """Return the elements at indices that have size 1 along the axis, and the indices."""
    values = torch.gather(x, dim, index)
    return (values, index) if keepdim else (values.squeeze(dim), index.squeeze(dim))


@lowers("kthvalue")
def kthvalue(c: Compute, self: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """Return element k of the sort, counted from 1, and its index.

    Equal elements keep their order.
    """
    if not self.dtype.is_floating_point:
        return NATIVE
    require_axis(dim, self.dim())
    if not 1 <= k <= (self.shape[dim] if self.dim() else 1):
        raise RuntimeError("kthvalue(): selected number k out of range for dimension")
    if not self.dim():
        return self.clone(), c.zeros((), dtype=torch.int64)
    return _picked(self, dim, _order(c, self, dim).narrow(dim, k - 1, 1), keepdim)


def _median(c: Compute, x: Tensor, dim: int, keepdim: bool, skip_nan: bool) -> Any:
    """Compute the lower median. If there is a NaN, it is the first NaN, unless NaNs are skipped."""
    if not x.dtype.is_floating_point:
        return NATIVE
    require_axis(dim, x.dim())
    if not x.dim():
        return x.clone(), c.zeros((), dtype=torch.int64)
    n = x.shape[dim]
    if not n:
        raise IndexError("median(): Expected reduction dim to have non-zero size.")
    numbers = torch.logical_not(is_nan(x)).sum(dim, keepdim=True)
    if skip_nan:
        place = torch.div(numbers - 1, 2, rounding_mode="floor").clamp_min(0)
    else:
        place = torch.where(numbers < n, numbers, (n - 1) // 2)
    return _picked(x, dim, torch.gather(_order(c, x, dim), dim, place), keepdim)


@lowers("median.dim")
def median_dim(c: Compute, self: Tensor, dim: int, keepdim: bool = False) -> Any:
    """Return the middle element of the sort (the lower one of two), and its index."""
    return _median(c, self, dim, keepdim, skip_nan=False)


@lowers("nanmedian.dim")
def nanmedian_dim(c: Compute, self: Tensor, dim: int, keepdim: bool = False) -> Any:
    """Compute the median along an axis, ignoring NaNs."""
    return _median(c, self, dim, keepdim, skip_nan=True)


@lowers_elsewhere("kthvalue")
def kthvalue_elsewhere(
    c: Compute, self: Tensor, k: int, dim: int = -1, keepdim: bool = False
) -> Any:
    """Compute `kthvalue`. For integers the CPU computes it.

    A GPU may return the index of any of several equal integers.
    """
    if self.dtype.is_floating_point:
        return kthvalue(c, self, k, dim, keepdim)
    return tuple(x.to(c.device) for x in torch.kthvalue(self.cpu(), k, dim, keepdim))


@lowers_elsewhere("median.dim")
def median_elsewhere(c: Compute, self: Tensor, dim: int, keepdim: bool = False) -> Any:
    """Compute the median along an axis. For integers the CPU computes it."""
    if self.dtype.is_floating_point:
        return median_dim(c, self, dim, keepdim)
    return tuple(x.to(c.device) for x in torch.median(self.cpu(), dim, keepdim))


@lowers_elsewhere("nanmedian.dim")
def nanmedian_elsewhere(c: Compute, self: Tensor, dim: int, keepdim: bool = False) -> Any:
    """Compute the median along an axis, ignoring NaNs. For integers the CPU computes it."""
    if self.dtype.is_floating_point:
        return nanmedian_dim(c, self, dim, keepdim)
    return tuple(x.to(c.device) for x in torch.nanmedian(self.cpu(), dim, keepdim))


def _median_of_all(c: Compute, x: Tensor, skip_nan: bool) -> Any:
    if not x.dtype.is_floating_point:
        return NATIVE
    if not x.numel():
        return c.full((), float("nan"), dtype=x.dtype)
    return _median(c, x.reshape(-1), 0, keepdim=False, skip_nan=skip_nan)[0]


@lowers("median")
def median(c: Compute, self: Tensor) -> Any:
    """Compute the median of all elements."""
    return _median_of_all(c, self, skip_nan=False)


@lowers("nanmedian")
def nanmedian(c: Compute, self: Tensor) -> Any:
    """Compute the median of all elements that are not NaN."""
    return _median_of_all(c, self, skip_nan=True)


def _groups(
    c: Compute, line: Tensor, order: Tensor | None, inverse: bool, counts: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the first element of each run of equal elements. Each NaN is a separate run.

    The other results are the index of the run of each element, and the lengths of the runs. They
    are empty if not requested.
    """
    n = line.shape[0]
    fresh = c.ones(n, dtype=torch.bool)
    if n > 1:
        fresh[1:] = c.each("ne", line[1:], line[:-1], to=torch.bool)
    values = line[fresh]
    none = c.empty(0, dtype=torch.int64)
    number = torch.cumsum(fresh.to(torch.int64), 0) - 1
    where = none
    if inverse:
        where = number if order is None else empty_like(number).scatter_(0, order, number)
    if not counts:
        return values, where, none
    many = c.zeros(values.shape, dtype=torch.int64)
    return values, where, many.scatter_add_(0, number, torch.ones_like(number))


@lowers("_unique2")
def unique(
    c: Compute,
    self: Tensor,
    sorted: bool = True,  # noqa: A002
    return_inverse: bool = False,
    return_counts: bool = False,
) -> Any:
    """Return the distinct values in the order of S3.6; of equal elements, return the first."""
    if not self.dtype.is_floating_point:
        return NATIVE
    flat = self.reshape(-1)
    order = _order(c, flat, 0)
    values, where, many = _groups(c, flat[order], order, return_inverse, return_counts)
    return values, where.view(self.shape) if return_inverse else where, many


@lowers("_unique")
def unique_without_counts(
    c: Compute,
    self: Tensor,
    sorted: bool = True,  # noqa: A002
    return_inverse: bool = False,
) -> Any:
    """Compute `unique` without the counts."""
    if not self.dtype.is_floating_point:
        return NATIVE
    return unique(c, self, sorted, return_inverse)[:2]


@lowers("unique_consecutive")
def unique_consecutive(
    c: Compute,
    self: Tensor,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Return the first element of each run of equal values, or of equal slices along an axis."""
    if not self.dtype.is_floating_point:
        return NATIVE
    if dim is not None and self.dim() != 1:
        given = (dim, return_inverse, return_counts)
        return torch.ops.aten.unique_dim_consecutive.default(self, *given)
    flat = self.reshape(-1)
    values, where, many = _groups(c, flat, None, return_inverse, return_counts)
    return values, where.view(self.shape) if return_inverse else where, many
