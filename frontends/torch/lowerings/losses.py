"""Losses of two tensors that are ops of the specification, and their gradients (G7)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.promotion import promoted, result_dtype, widened
from samebits.torch.table import lowers

_REDUCTIONS = ("none", "mean", "sum")


def reduction_word(reduction: int) -> str:
    """Return the name of a reduction that PyTorch passes as a number."""
    if not 0 <= reduction < len(_REDUCTIONS):
        raise Refused(f"reduction is {reduction}; it is 0 (none), 1 (mean) or 2 (sum)")
    return _REDUCTIONS[reduction]


def together(c: Compute, *operands: Tensor) -> tuple[torch.dtype, list[Tensor]]:
    """Return the common dtype of the operands, and the operands in their common dtype and shape."""
    dtype = result_dtype(*operands)
    if not dtype.is_floating_point:
        raise Refused(f"no clause defines a loss of {dtype}")
    return dtype, list(torch.broadcast_tensors(*promoted(c, dtype, *operands)))


class Values:
    """Two operands of a loss in the compute format, their difference, and the reduction.

    The nodes of a graph are computed here one by one, with the same bits (G1.2). This takes a fifth
    of the time of a call of the graph.
    """

    def __init__(self, c: Compute, x: Tensor, t: Tensor, reduction: int) -> None:
        self.c, self.word = c, reduction_word(reduction)
        self.dtype, operands = together(c, x, t)
        self.x, self.t = widened(c, self.dtype, *operands)
        self.d = c.pair("sub", self.x, self.t)

    def reduced(self, values: Tensor, into: Tensor | None) -> Tensor:
        """Reduce the values by "none", "mean" or "sum", and round the result once (G7.2)."""
        c = self.c
        wide = values if self.word == "none" else c.reduce(self.word, values)
        return c.cast(wide, self.dtype, into)

    def gradient(self, slope: Tensor, grad_output: Tensor, into: Tensor | None) -> Tensor:
        """Compute slope * h; h is the gradient of each value before the reduction (G7.3)."""
        c = self.c
        (h,) = widened(c, self.dtype, grad_output)
        if self.word == "mean":
            h = c.pair("div", h, self.x.numel())
        return c.cast(c.pair("mul", slope, h), self.dtype, into)

    def where_small(self, z: Tensor, limit: float, small: Tensor, other: Tensor) -> Tensor:
        """Return `small` where z < limit, else `other`."""
        return self.c.each("where", self.c.pair("lt", z, limit, to=torch.bool), small, other)


@lowers("mse_loss")
def mse_loss(
    c: Compute, self: Tensor, target: Tensor, reduction: int = 1, into: Tensor | None = None
) -> Any:
    """Compute the loss d * d with d = x - t (G7.4)."""
    v = Values(c, self, target, reduction)
    return v.reduced(c.pair("mul", v.d, v.d), into)


@lowers("mse_loss_backward")
def mse_loss_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    into: Tensor | None = None,
) -> Any:
    """Compute the gradient (d * 2) * h."""
    v = Values(c, self, target, reduction)
    return v.gradient(c.pair("mul", v.d, 2.0), grad_output, into)


@lowers("smooth_l1_loss")
def smooth_l1_loss(
    c: Compute,
    self: Tensor,
    target: Tensor,
    reduction: int = 1,
    beta: float = 1.0,
    into: Tensor | None = None,
) -> Any:
    """Compute ((z * 0.5) * z) / beta where z < beta, else z - beta / 2; z = |x - t| (G7.6)."""
    _not_negative("smooth_l1_loss", "beta", beta)
    v = Values(c, self, target, reduction)
    z = c.one("abs", v.d)
    if beta:
        square = c.pair("div", c.pair("mul", c.pair("mul", z, 0.5), z), beta)
        z = v.where_small(z, beta, square, c.pair("sub", z, beta / 2))
    return v.reduced(z, into)


@lowers("smooth_l1_loss_backward")
def smooth_l1_loss_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    beta: float,
    into: Tensor | None = None,
) -> Any:
    """Compute the gradient s * h, with s = d / beta where |d| < beta, else s = sign(d)."""
    _not_negative("smooth_l1_loss", "beta", beta)
    v = Values(c, self, target, reduction)
    slope = c.one("sign", v.d)
    if beta:
        slope = v.where_small(c.one("abs", v.d), beta, c.pair("div", v.d, beta), slope)
    return v.gradient(slope, grad_output, into)


@lowers("huber_loss")
def huber_loss(
    c: Compute,
    self: Tensor,
    target: Tensor,
    reduction: int = 1,
    delta: float = 1.0,
    into: Tensor | None = None,
) -> Any:
    """Compute (z * 0.5) * z where z < delta, else (z - delta / 2) * delta; z = |x - t| (G7.7)."""
    _not_negative("huber_loss", "delta", delta, positive=True)
    v = Values(c, self, target, reduction)
    z = c.one("abs", v.d)
    square = c.pair("mul", c.pair("mul", z, 0.5), z)
    line = c.pair("mul", c.pair("sub", z, delta / 2), delta)
    return v.reduced(v.where_small(z, delta, square, line), into)


@lowers("huber_loss_backward")
def huber_loss_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    delta: float,
    into: Tensor | None = None,
) -> Any:
    """Compute the gradient s * h, with s = d where |d| < delta, else s = sign(d) * delta."""
    _not_negative("huber_loss", "delta", delta, positive=True)
    v = Values(c, self, target, reduction)
    line = c.pair("mul", c.one("sign", v.d), delta)
    return v.gradient(v.where_small(c.one("abs", v.d), delta, v.d, line), grad_output, into)


def _not_negative(op: str, name: str, value: float, positive: bool = False) -> None:
    if not (value > 0 or (value == 0 and not positive)):
        raise Refused(f"{op} has a {name} {'above' if positive else 'of at least'} 0")
