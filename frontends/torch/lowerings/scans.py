"""Scans along an axis: running sums, products and extremes (T6, S3)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE
from samebits.torch.ordered import ordered
from samebits.torch.shapes import require_axis
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
    require_axis(dim, x.dim())
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
    """Compute, for each element, the T1 sum of its prefix (T6.1)."""
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
    """Compute, for each element, the product (T3.prod) of its prefix (T6.2)."""
    return _scan(c, "cumprod", self, dim, dtype, into)


def _extremes(x: Tensor, dim: int, least: bool) -> Any:
    """Return running maxima or minima (S3), and the index of the first element equal to each."""
    if not x.dtype.is_floating_point:
        return NATIVE
    require_axis(dim, x.dim())
    if not x.dim():
        return x.clone(), x.new_zeros((), dtype=torch.int64)
    keys = ordered(x, nan_least=least)
    running = (torch.cummin if least else torch.cummax)(keys, dim)[0]
    fresh = torch.ones_like(keys, dtype=torch.bool)
    n = x.shape[dim]
    if n > 1:
        later = running.narrow(dim, 1, n - 1) != running.narrow(dim, 0, n - 1)
        fresh.narrow(dim, 1, n - 1).copy_(later)
    shape = [1] * x.dim()
    shape[dim] = n
    places = torch.arange(n, device=x.device).view(shape).expand(x.shape)
    index = torch.cummax(torch.where(fresh, places, 0), dim)[0]
    return torch.gather(x, dim, index), index


@lowers("cummax")
def cummax(c: Compute, self: Tensor, dim: int) -> Any:
    """Return, for each prefix, the element that `argmax` finds (S3.5), and its index."""
    return _extremes(self, dim, least=False)


@lowers("cummin")
def cummin(c: Compute, self: Tensor, dim: int) -> Any:
    """Return, for each prefix, the element that `argmin` finds (S3.5), and its index."""
    return _extremes(self, dim, least=True)


@lowers("_logcumsumexp")
def logcumsumexp(c: Compute, self: Tensor, dim: int, into: Tensor | None = None) -> Any:
    """Compute, for each element, the tree T1 of its prefix, with `logaddexp` as addition (T6.1).

    The nodes are rounded in the compute format, and the result once more.
    """
    if not self.dtype.is_floating_point:
        return NATIVE
    require_axis(dim, self.dim())
    if not self.dim() or not self.numel():
        return c.stored(self.clone(), into)
    wide = c.cast(self, compute_dtype(self.dtype)).movedim(dim, 0)
    found = _scanned(c, "logaddexp", wide.contiguous()).movedim(0, dim)
    return c.cast(found.contiguous(), self.dtype, into)


def _scanned(c: Compute, op: str, x: Tensor) -> Tensor:
    """Compute, for each prefix of the first axis, its tree: B1 op (B2 op (...)).

    A prefix has m = 2^k1 + 2^k2 + ... elements, with k1 > k2 > .... The block Bj is the tree of the
    next 2^kj elements.
    """
    lengths = c.arange(1, len(x) + 1)
    result, begun = x.clone(), c.zeros(len(x), dtype=torch.bool)
    blocks, size = x, 1
    while size <= len(x):
        at = torch.nonzero(lengths & size).squeeze(1)
        number = (lengths[at] - (lengths[at] & (2 * size - 1))).div(size, rounding_mode="floor")
        here = blocks[number]
        joined = begun[at]
        result[at[~joined]] = here[~joined]
        result[at[joined]] = c.pair(op, here[joined], result[at[joined]])
        begun[at] = True
        half = len(blocks) // 2
        blocks = c.pair(
            op, blocks[: 2 * half : 2].contiguous(), blocks[1 : 2 * half : 2].contiguous()
        )
        size *= 2
    return result
