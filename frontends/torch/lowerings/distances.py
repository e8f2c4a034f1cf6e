"""Distances between rows: norms of differences (T3.norm). Every operation is rounded as written."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.lowerings.reductions_norms import vector_norm
from samebits.torch.promotion import widened
from samebits.torch.table import lowers, recomposes

_WITHOUT_PRODUCTS = 2
"""The `compute_mode` in which PyTorch subtracts rows, for any number of rows."""


def _require_order(p: float) -> None:
    if not p >= 0:
        raise RuntimeError("cdist only supports non-negative p values")


def _require_mode(mode: int | None) -> None:
    if mode not in (None, 0, 1, 2):
        raise RuntimeError(f"possible modes: 0, 1, 2, but was: {mode}")


@recomposes("cdist")
def cdist_of_any_size(
    x1: Tensor, x2: Tensor, p: float = 2, compute_mode: int | None = None
) -> Tensor:
    """Compute distances in the same way for any number of rows.

    PyTorch's own function uses matrix products if there are many rows.
    """
    if x1.dim() < 2 or x2.dim() < 2 or x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(
            f"cdist takes rows of one length, but got {list(x1.shape)} and {list(x2.shape)}"
        )
    for name, x in (("X1", x1), ("X2", x2)):
        if not x.is_floating_point():
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: {x.dtype}")
    _require_order(p)
    _require_mode(compute_mode)
    batch = torch.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    rows = [x.expand(*batch, *x.shape[-2:]) for x in (x1, x2)]
    result: Tensor = torch.ops.aten._cdist_forward.default(*rows, float(p), _WITHOUT_PRODUCTS)
    return result


def _norms(c: Compute, difference: Tensor, p: float) -> Tensor:
    """Compute the norms over the last axis. If this axis has size 0, they are +0."""
    if not difference.shape[-1]:
        return c.zeros(difference.shape[:-1], dtype=difference.dtype)
    norms: Tensor = vector_norm(c, difference, p, [-1])
    if p == 0:  # a count, but NaN if an element is NaN, as in PyTorch
        largest = c.reduce("amax", c.one("abs", difference), [-1])
        return c.each("where", c.pair("eq", largest, largest, to=torch.bool), norms, largest)
    return norms


def _slopes(c: Compute, d: Tensor, norms: Tensor, g: Tensor, p: float) -> Tensor:
    """Compute the contribution of each difference d to the gradient; it is +0 where d is 0.

    It is +0 for p = 0; g * sign(d) for p = 1; (g * d) / n for p = 2. For p = infinity it is g *
    sign(d) where |d| = n, else 0. For any other p it is (g * (sign(d) * |d|^(p - 1))) / n^(p - 1).
    """
    if p == 0:
        return torch.zeros_like(d)
    n, g = norms.unsqueeze(-1), g.unsqueeze(-1)
    if p == 1:
        value = c.each("mul", g, c.one("sign", d))
    elif p == 2:
        value = c.each("div", c.each("mul", g, d), n)
    elif p == math.inf:
        value = c.each("mul", g, c.one("sign", d))
        value = c.each("where", c.each("eq", c.one("abs", d), n, to=torch.bool), value, 0.0)
    else:
        power = c.pair("mul", c.one("sign", d), c.each("pow", c.one("abs", d), p - 1.0))
        value = c.each("div", c.each("mul", g, power), c.each("pow", n, p - 1.0))
    return c.each("where", c.pair("eq", d, 0.0, to=torch.bool), 0.0, value)


@lowers("_cdist_forward")
def cdist(c: Compute, x1: Tensor, x2: Tensor, p: float, compute_mode: int | None) -> Any:
    """Compute the norm of the difference between each row of x1 and each row of x2.

    The definition is the same for every `compute_mode`.
    """
    _require_order(p)
    _require_mode(compute_mode)
    if x1.dtype is not x2.dtype:
        raise RuntimeError(f"cdist takes rows of one dtype, but got {x1.dtype} and {x2.dtype}")
    a, b = widened(c, x1.dtype, x1, x2)
    difference = c.each("sub", a.unsqueeze(-2), b.unsqueeze(-3))
    return c.cast(_norms(c, difference, p), x1.dtype)


@lowers("_cdist_backward")
def cdist_backward(
    c: Compute,
    grad: Tensor,
    x1: Tensor,
    x2: Tensor,
    p: float,
    cdist: Tensor,
    into: Tensor | None = None,
) -> Any:
    """Compute, for each row of x1, the T1 sum of the contributions of all rows of x2 in order."""
    a, b, norms, g = widened(c, x1.dtype, x1, x2, cdist, grad)
    if not x2.shape[-2] or not x1.shape[-1]:
        return c.stored(torch.zeros_like(x1), into)
    difference = c.each("sub", a.unsqueeze(-2), b.unsqueeze(-3))
    total = c.reduce("sum", _slopes(c, difference, norms, g, p), -2)
    return c.cast(total, x1.dtype, into)


@lowers("_pdist_forward")
def pdist(c: Compute, self: Tensor, p: float = 2.0) -> Any:
    """Compute the norm of row i minus row j, for all i < j, in the order of (i, j)."""
    if not p >= 0:
        raise Refused(f"a norm of order {p} is not defined; p must be at least 0")
    (x,) = widened(c, self.dtype, self)
    first, second = torch.triu_indices(len(x), len(x), 1, device=x.device)
    difference = c.pair("sub", x[first], x[second])
    return c.cast(_norms(c, difference, p), self.dtype)


@lowers("_pdist_backward")
def pdist_backward(c: Compute, grad: Tensor, self: Tensor, p: float, pdist: Tensor) -> Any:
    """Compute, for each row, the T1 sum of the contributions of all other rows, in their order."""
    x, norms, g = widened(c, self.dtype, self, pdist, grad)
    count = len(x)
    if count < 2 or not x.shape[1]:
        return torch.zeros_like(self)
    apart = ~torch.eye(count, dtype=torch.bool, device=x.device)
    rows, others = apart.nonzero().view(count, count - 1, 2).unbind(-1)
    low, high = torch.minimum(rows, others), torch.maximum(rows, others)
    pair = low * (2 * count - low - 1) // 2 + (high - low - 1)
    difference = c.pair("sub", x[rows], x[others])
    total = c.reduce("sum", _slopes(c, difference, norms[pair], g[pair], p), 1)
    return c.cast(total, self.dtype)
