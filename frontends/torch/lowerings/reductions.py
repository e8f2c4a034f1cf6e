"""Sums, means, variances, products and norms along axes (T1 to T3, T8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.ordered import is_nan
from samebits.torch.promotion import float_dtype
from samebits.torch.table import lowers


def reduced(
    c: Compute,
    op: str,
    x: Tensor,
    dim: Sequence[int] | int | None,
    keepdim: bool,
    dtype: torch.dtype | None,
    into: Tensor | None,
) -> Any:
    """A reduction of x, converted to `dtype` first as PyTorch has it: exact where that is wider."""
    if dtype is None or dtype is x.dtype:
        if not x.dtype.is_floating_point:
            return NATIVE
        return c.reduce(op, x, dim, keepdim, into=into)
    if not dtype.is_floating_point:
        if not x.dtype.is_floating_point:
            return NATIVE
        raise Refused(f"floats are reduced as {dtype}; convert them with .to() before")
    return c.reduce(op, c.cast(x, dtype), dim, keepdim, into=into)


@lowers("sum.dim_IntList")
def sum_(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None,
    keepdim: bool = False,
    *,
    dtype: torch.dtype | None = None,
    into: Tensor | None = None,
) -> Any:
    """The tree T1 over the axes in row-major order."""
    return reduced(c, "sum", self, dim, keepdim, dtype, into)


@lowers("mean.dim")
def mean(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None,
    keepdim: bool = False,
    *,
    dtype: torch.dtype | None = None,
    into: Tensor | None = None,
) -> Any:
    """The sum divided by the count (T3.mean)."""
    return reduced(c, "mean", self, dim, keepdim, dtype, into)


@lowers("nansum")
def nansum(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: torch.dtype | None = None,
    into: Tensor | None = None,
) -> Any:
    """The sum T8.1 of the elements that are numbers: NaN is absent."""
    wanted = dtype or self.dtype
    if not wanted.is_floating_point:
        return NATIVE if not self.dtype.is_floating_point else _as_integers(wanted)
    x = c.cast(self, wanted)
    mask = torch.logical_not(is_nan(x))
    axes, shape = c.reduced_shape(x, dim, keepdim)
    result = c.place_of(into, shape, wanted)
    c.call("masked_sum", [x, mask], [result], axes=axes, keepdims=keepdim)
    return c.stored(result, into)


def _as_integers(dtype: torch.dtype) -> Any:
    raise Refused(f"floats are reduced as {dtype}; convert them with .to() before")


@lowers("prod")
def prod(
    c: Compute,
    self: Tensor,
    *,
    dtype: torch.dtype | None = None,
    into: Tensor | None = None,
) -> Any:
    """The tree of T1 with products (T3.prod)."""
    return reduced(c, "prod", self, None, False, dtype, into)


@lowers("prod.dim_int")
def prod_dim(
    c: Compute,
    self: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    dtype: torch.dtype | None = None,
    into: Tensor | None = None,
) -> Any:
    """The tree of T1 with products along one axis."""
    return reduced(c, "prod", self, dim, keepdim, dtype, into)


def _correction(value: int | float | None) -> int:
    if value is None:
        return 1
    if value != int(value):
        raise Refused("a correction that is no integer; T3.var takes integers")
    return int(value)


@lowers("var.correction")
def var(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None = None,
    *,
    correction: int | float | None = None,
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """The variance of T3.var, in two passes."""
    given = _correction(correction)
    return c.reduce("var", self, dim, keepdim, into=into, correction=given)


@lowers("std.correction")
def std(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None = None,
    *,
    correction: int | float | None = None,
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """The square root of the variance, before that is rounded (T3.std)."""
    given = _correction(correction)
    return c.reduce("std", self, dim, keepdim, into=into, correction=given)


@lowers("var_mean.correction")
def var_mean(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None = None,
    *,
    correction: int | float | None = None,
    keepdim: bool = False,
) -> Any:
    """Variance and mean."""
    spread = c.reduce("var", self, dim, keepdim, correction=_correction(correction))
    return spread, c.reduce("mean", self, dim, keepdim)


@lowers("std_mean.correction")
def std_mean(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None = None,
    *,
    correction: int | float | None = None,
    keepdim: bool = False,
) -> Any:
    """Standard deviation and mean."""
    spread = c.reduce("std", self, dim, keepdim, correction=_correction(correction))
    return spread, c.reduce("mean", self, dim, keepdim)


@lowers("trace")
def trace(c: Compute, self: Tensor) -> Any:
    """The sum T1 of the main diagonal."""
    if not self.dtype.is_floating_point:
        return NATIVE
    return c.reduce("sum", self.diagonal())


@lowers("logsumexp")
def logsumexp(
    c: Compute,
    self: Tensor,
    dim: Sequence[int],
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """The graph of T3.logsumexp; integers are converted to the default dtype."""
    return c.reduce("logsumexp", c.cast(self, float_dtype(self)), dim, keepdim, into=into)
