"""Greatest and least elements, their indices, and `any` and `all` along axes (S3, T3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE
from samebits.torch.table import lowers

Into = tuple[Tensor, Tensor] | None


def _needs_elements(x: Tensor, dim: Sequence[int] | int | None, name: str) -> None:
    """Raise PyTorch's error for a maximum or minimum of no elements (T3.2)."""
    axes = [dim] if isinstance(dim, int) else list(dim or range(x.dim()))
    if x.dim() and any(x.shape[axis] == 0 for axis in axes):
        raise IndexError(f"{name}(): Expected reduction dim to have non-zero size.")


def _extreme(
    c: Compute, op: str, x: Tensor, dim: Any, keepdim: bool, into: Tensor | None = None
) -> Any:
    if not x.dtype.is_floating_point:
        return NATIVE
    _needs_elements(x, dim, op)
    return c.reduce(op, x, dim, keepdim, into=into)


@lowers("amax")
def amax(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] = (),
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Compute the maximum over axes (S3.1)."""
    return _extreme(c, "amax", self, dim, keepdim, into)


@lowers("amin")
def amin(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] = (),
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Compute the minimum over axes (S3.1)."""
    return _extreme(c, "amin", self, dim, keepdim, into)


@lowers("max")
def max_(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Compute the maximum of all elements."""
    return _extreme(c, "max", self, None, False, into)


@lowers("min")
def min_(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Compute the minimum of all elements."""
    return _extreme(c, "min", self, None, False, into)


@lowers("aminmax")
def aminmax(c: Compute, self: Tensor, *, dim: int | None = None, keepdim: bool = False) -> Any:
    """Compute the minimum and the maximum."""
    if not self.dtype.is_floating_point:
        return NATIVE
    _needs_elements(self, dim, "aminmax")
    return c.reduce("amin", self, dim, keepdim), c.reduce("amax", self, dim, keepdim)


@lowers("argmax")
def argmax(
    c: Compute,
    self: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Return the first index of the maximum (S3.5)."""
    if not self.dtype.is_floating_point:
        return NATIVE
    _needs_elements(self, dim, "argmax")
    return c.reduce("argmax", self, dim, keepdim, to=torch.int64, into=into)


@lowers("argmin")
def argmin(
    c: Compute,
    self: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Return the first index of the minimum (S3.5)."""
    if not self.dtype.is_floating_point:
        return NATIVE
    _needs_elements(self, dim, "argmin")
    return c.reduce("argmin", self, dim, keepdim, to=torch.int64, into=into)


def _with_index(c: Compute, op: str, x: Tensor, dim: int, keepdim: bool) -> Any:
    """Return an extreme element with unchanged bits (G12.amax), and its index."""
    if not x.dtype.is_floating_point:
        return NATIVE
    _needs_elements(x, dim, op[3:])
    index = c.reduce(op, x, dim, True, to=torch.int64)
    values = torch.gather(x, dim, index)
    return (values, index) if keepdim or not x.dim() else (values.squeeze(dim), index.squeeze(dim))


@lowers("max.dim")
def max_dim(c: Compute, self: Tensor, dim: int, keepdim: bool = False) -> Any:
    """Return the maximum along an axis and its first index."""
    return _with_index(c, "argmax", self, dim, keepdim)


@lowers("min.dim")
def min_dim(c: Compute, self: Tensor, dim: int, keepdim: bool = False) -> Any:
    """Return the minimum along an axis and its first index."""
    return _with_index(c, "argmin", self, dim, keepdim)


def _truth(c: Compute, op: str, x: Tensor, dim: Any, keepdim: bool, into: Tensor | None) -> Any:
    if not x.dtype.is_floating_point:
        return NATIVE
    return c.reduce(op, x, dim, keepdim, to=torch.bool, into=into)


@lowers("any")
def any_(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Check whether an element is nonzero. NaN counts as nonzero (T3.4)."""
    return _truth(c, "any", self, None, False, into)


@lowers("any.dim")
def any_dim(
    c: Compute, self: Tensor, dim: int, keepdim: bool = False, into: Tensor | None = None
) -> Any:
    """Compute `any` along an axis."""
    return _truth(c, "any", self, dim, keepdim, into)


@lowers("any.dims")
def any_dims(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Compute `any` over axes. An empty list of axes means no reduction."""
    if dim is not None and not len(dim):
        return c.cast(self, torch.bool) if self.dtype.is_floating_point else NATIVE
    return _truth(c, "any", self, dim, keepdim, into)


@lowers("all")
def all_(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Check whether no element is zero (T3.4)."""
    return _truth(c, "all", self, None, False, into)


@lowers("all.dim")
def all_dim(
    c: Compute, self: Tensor, dim: int, keepdim: bool = False, into: Tensor | None = None
) -> Any:
    """Compute `all` along an axis."""
    return _truth(c, "all", self, dim, keepdim, into)


@lowers("all.dims")
def all_dims(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Compute `all` over axes. An empty list of axes means no reduction."""
    if dim is not None and not len(dim):
        return c.cast(self, torch.bool) if self.dtype.is_floating_point else NATIVE
    return _truth(c, "all", self, dim, keepdim, into)


@lowers("count_nonzero")
def count_nonzero(
    c: Compute, self: Tensor, dim: int | None = None, into: Tensor | None = None
) -> Any:
    """Count the elements that are not zero (T3.4)."""
    if not self.dtype.is_floating_point:
        return NATIVE
    return c.reduce("count_nonzero", self, dim, False, to=torch.int64, into=into)


@lowers("count_nonzero.dim_IntList")
def count_nonzero_dims(
    c: Compute, self: Tensor, dim: Sequence[int], into: Tensor | None = None
) -> Any:
    """Compute `count_nonzero` over axes."""
    if not self.dtype.is_floating_point:
        return NATIVE
    return c.reduce("count_nonzero", self, dim, False, to=torch.int64, into=into)
