"""Weights given by a direction v and a length g: w = v * (g / norm(v)) (T3.norm, G9)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import Refused
from samebits.torch.lowerings.arithmetic import Number
from samebits.torch.lowerings.reductions_norms import vector_norm
from samebits.torch.promotion import widened
from samebits.torch.shapes import require_axis
from samebits.torch.table import lowers


def _others(v: Tensor, dim: int) -> list[int]:
    return [axis for axis in range(v.dim()) if axis != dim]


def _require_ends(v: Tensor, g: Tensor, dim: int) -> None:
    """Raise Refused unless g has a length for each index of the first or the last axis."""
    if dim not in (0, v.dim() - 1) or not g.numel() == g.shape[dim] == v.shape[dim]:
        raise Refused(
            f"it is for the first or the last axis, and a g of its size; dim is {dim}, v "
            f"is {list(v.shape)}, g is {list(g.shape)}"
        )


@lowers("_weight_norm_interface")
def weight_norm(c: Compute, v: Tensor, g: Tensor, dim: int = 0) -> Any:
    """Compute the weight, and the norms over all axes except one, in the compute format."""
    _require_ends(v, g, dim)
    wide = compute_dtype(v.dtype)
    direction, length = c.cast(v, wide), c.cast(g, wide)
    norms = c.reduce("norm", direction, _others(v, dim), True, ord=2)
    w = c.each("mul", direction, c.each("div", length, norms))
    return c.cast(w, v.dtype), norms


@lowers("_weight_norm_interface_backward")
def weight_norm_backward(
    c: Compute,
    grad_w: Tensor,
    saved_v: Tensor,
    saved_g: Tensor,
    saved_norms: Tensor,
    dim: int,
) -> Any:
    """Compute the gradients (g / n) * (grad - v * (s / (n * n))) of v and s / n of g.

    n are the norms, and s = sum(grad * v).
    """
    _require_ends(saved_v, saved_g, dim)
    wide = compute_dtype(saved_v.dtype)
    grad, v, g, n = (c.cast(x, wide) for x in (grad_w, saved_v, saved_g, saved_norms))
    s = c.reduce("sum", c.each("mul", grad, v), _others(v, dim), True)
    along = c.each("mul", v, c.each("div", s, c.each("mul", n, n)))
    for_v = c.each("mul", c.each("div", g, n), c.each("sub", grad, along))
    return c.cast(for_v, saved_v.dtype), c.cast(c.each("div", s, n), saved_g.dtype)


@lowers("renorm")
def renorm(
    c: Compute, self: Tensor, p: Number, dim: int, maxnorm: Number, into: Tensor | None = None
) -> Any:
    """Compute x * (maxnorm / (n + 1e-7)) where the norm n of a slice is above maxnorm, else x."""
    if self.dim() < 2:
        raise RuntimeError(
            f"renorm: input needs at least 2 dimensions, got {self.dim()} dimensions"
        )
    if not p > 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if not maxnorm >= 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    (x,) = widened(c, self.dtype, self)
    norms = vector_norm(c, x, p, _others(x, require_axis(dim, x.dim())), True)
    factor = c.pair("div", maxnorm, c.pair("add", norms, 1e-7))
    large = c.pair("gt", norms, maxnorm, to=torch.bool)
    factor = c.each("where", large, factor, 1.0)
    return c.cast(c.each("mul", x, factor), self.dtype, into)
