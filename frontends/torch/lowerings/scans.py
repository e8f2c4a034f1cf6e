"""Scans along an axis: running sums, products and extremes (T6, S3)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, require_axis
from samebits.torch.errors import NATIVE
from samebits.torch.ordered import ordered
from samebits.torch.table import lowers


def _scan(
    c: Compute, op: str, x: Tensor, dim: int, dtype: torch.dtype | None, into: Tensor | None
) -> Any:
    wanted = dtype or x.dtype
    if not wanted.is_floating_point:
        if x.dtype.is_floating_point:
            return getattr(torch, op)(c.cast(x, wanted), dim, dtype=wanted)  # exact
        return NATIVE
    x = c.cast(x, wanted)
    if not x.dim():
        result = c.reduce("sum" if op == "cumsum" else "prod", x)
        return c.stored(result, into)
    result = c.place_of(into, x.shape, wanted)
    c.call(op, [x], [result], axis=dim)
    return c.stored(result, into)


@lowers("cumsum")
def cumsum(
    c: Compute,
    self: Tensor,
    dim: int,
    *,
    dtype: torch.dtype | None = None,
    into: Tensor | None = None,
) -> Any:
    """Every element is the sum T1 of its prefix (T6.1)."""
    return _scan(c, "cumsum", self, dim, dtype, into)


@lowers("cumprod")
def cumprod(
    c: Compute,
    self: Tensor,
    dim: int,
    *,
    dtype: torch.dtype | None = None,
    into: Tensor | None = None,
) -> Any:
    """Every element is the product T3.prod of its prefix (T6.2)."""
    return _scan(c, "cumprod", self, dim, dtype, into)


def _extremes(x: Tensor, dim: int, least: bool) -> Any:
    """Running extremes: of the first element that holds the extreme of S3, bits and index."""
    if not x.dtype.is_floating_point:
        return NATIVE
    require_axis(dim, x.dim())
    if not x.dim():
        return x.clone(), torch.zeros((), dtype=torch.int64)
    keys = ordered(x, nan_least=least)
    running = (torch.cummin if least else torch.cummax)(keys, dim)[0]
    fresh = torch.ones_like(keys, dtype=torch.bool)
    n = x.shape[dim]
    if n > 1:
        later = running.narrow(dim, 1, n - 1) != running.narrow(dim, 0, n - 1)
        fresh.narrow(dim, 1, n - 1).copy_(later)
    shape = [1] * x.dim()
    shape[dim] = n
    places = torch.arange(n).view(shape).expand(x.shape)
    index = torch.cummax(torch.where(fresh, places, 0), dim)[0]
    return torch.gather(x, dim, index), index


@lowers("cummax")
def cummax(c: Compute, self: Tensor, dim: int) -> Any:
    """The element of each prefix that `argmax` finds (S3.5), and its index."""
    return _extremes(self, dim, least=False)


@lowers("cummin")
def cummin(c: Compute, self: Tensor, dim: int) -> Any:
    """The element of each prefix that `argmin` finds (S3.5), and its index."""
    return _extremes(self, dim, least=True)
