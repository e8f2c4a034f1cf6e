"""Sums, means, variances, products and norms along axes (T1 to T3, T8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.ordered import is_nan
from samebits.torch.promotion import float_dtype
from samebits.torch.shapes import reduced_shape
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
    """Compute a reduction of x, which is first converted to `dtype` as in PyTorch.

    This conversion is exact if `dtype` is wider.
    """
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
    """Compute the sum over axes by the tree T1, in row-major order."""
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
    """Compute the sum divided by the count (T3.mean)."""
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
    """Compute the sum (T8.1) of the elements that are not NaN; NaNs count as absent."""
    wanted = dtype or self.dtype
    if not wanted.is_floating_point:
        return NATIVE if not self.dtype.is_floating_point else _as_integers(wanted)
    x = c.cast(self, wanted)
    mask = torch.logical_not(is_nan(x))
    axes, shape = reduced_shape(x, dim, keepdim)
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
    """Compute the product by the tree of T1 (T3.prod)."""
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
    """Compute the product along one axis by the tree of T1 (T3.prod)."""
    return reduced(c, "prod", self, dim, keepdim, dtype, into)


def _spread(
    c: Compute,
    op: str,
    x: Tensor,
    dim: Sequence[int] | None,
    correction: int | float | None,
    keepdim: bool,
    into: Tensor | None = None,
) -> Tensor:
    """Compute `var` or `std`. If the correction is not an integer, use the nodes of T3.var."""
    if not (x.dtype.is_floating_point or x.dtype.is_complex):
        raise RuntimeError("std and var only support floating point and complex dtypes")
    given = 1 if correction is None else correction
    if float(given).is_integer():
        return c.reduce(op, x, dim, keepdim, into=into, correction=int(given))
    wide = c.cast(x, compute_dtype(x.dtype))
    apart = c.each("sub", wide, c.reduce("mean", wide, dim, True))
    total = c.reduce("sum", c.each("mul", apart, apart), dim, keepdim)
    n = x.numel() // max(total.numel(), 1)
    value = c.each("div", total, max(0.0, n - given))
    return c.stored(c.cast(c.each("sqrt", value) if op == "std" else value, x.dtype), into)


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
    """Compute the variance in two passes (T3.var)."""
    return _spread(c, "var", self, dim, correction, keepdim, into)


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
    """Compute the square root of the unrounded variance (T3.std)."""
    return _spread(c, "std", self, dim, correction, keepdim, into)


@lowers("var_mean.correction")
def var_mean(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None = None,
    *,
    correction: int | float | None = None,
    keepdim: bool = False,
) -> Any:
    """Compute variance and mean."""
    return _spread(c, "var", self, dim, correction, keepdim), c.reduce("mean", self, dim, keepdim)


@lowers("std_mean.correction")
def std_mean(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None = None,
    *,
    correction: int | float | None = None,
    keepdim: bool = False,
) -> Any:
    """Compute standard deviation and mean."""
    return _spread(c, "std", self, dim, correction, keepdim), c.reduce("mean", self, dim, keepdim)


@lowers("trace")
def trace(c: Compute, self: Tensor) -> Any:
    """Compute the T1 sum of the main diagonal."""
    if not self.dtype.is_floating_point:
        return NATIVE
    if self.dim() != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {self.dim()}")
    return c.reduce("sum", self.diagonal())


@lowers("logsumexp")
def logsumexp(
    c: Compute,
    self: Tensor,
    dim: Sequence[int],
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Compute the graph T3.logsumexp. Integers are converted to the default dtype."""
    return c.reduce("logsumexp", c.cast(self, float_dtype(self)), dim, keepdim, into=into)
