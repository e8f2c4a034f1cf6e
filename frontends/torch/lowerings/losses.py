"""Losses of two tensors that are ops of the specification, and their gradients (G7)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.promotion import promoted, result_dtype
from samebits.torch.table import lowers

_REDUCTIONS = ("none", "mean", "sum")


def reduction_word(reduction: int) -> str:
    """What PyTorch's number of a reduction says."""
    if not 0 <= reduction < len(_REDUCTIONS):
        raise Refused(f"reduction is {reduction}; it is 0 (none), 1 (mean) or 2 (sum)")
    return _REDUCTIONS[reduction]


def together(c: Compute, *operands: Tensor) -> tuple[torch.dtype, list[Tensor]]:
    """Operands in their common dtype and shape."""
    dtype = result_dtype(*operands)
    if not dtype.is_floating_point:
        raise Refused(f"no clause defines a loss of {dtype}")
    return dtype, list(torch.broadcast_tensors(*promoted(c, dtype, *operands)))


def loss(
    c: Compute,
    op: str,
    self: Tensor,
    target: Tensor,
    reduction: int,
    into: Tensor | None,
    **attributes: Any,
) -> Tensor:
    """The op of a loss, on operands of one shape."""
    dtype, (x, t) = together(c, self, target)
    word = reduction_word(reduction)
    result = c.place_of(into, x.shape if word == "none" else (), dtype)
    c.call(op, [x, t], [result], reduction=word, **attributes)
    return c.stored(result, into)


def loss_gradient(
    c: Compute,
    op: str,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    into: Tensor | None,
    **attributes: Any,
) -> Tensor:
    """The op of the gradient of a loss by its first operand."""
    dtype, (x, t) = together(c, self, target)
    word = reduction_word(reduction)
    g = c.cast(grad_output, dtype)
    g = g.expand(x.shape) if word == "none" else g.reshape(())
    result = c.place_of(into, x.shape, dtype)
    c.call(op, [g, x, t], [result], reduction=word, **attributes)
    return c.stored(result, into)


@lowers("mse_loss")
def mse_loss(
    c: Compute, self: Tensor, target: Tensor, reduction: int = 1, into: Tensor | None = None
) -> Any:
    """(x - t) squared."""
    return loss(c, "mse_loss", self, target, reduction, into)


@lowers("mse_loss_backward")
def mse_loss_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    into: Tensor | None = None,
) -> Any:
    """((x - t) * 2) * h."""
    return loss_gradient(c, "mse_loss_gradient", grad_output, self, target, reduction, into)


@lowers("smooth_l1_loss")
def smooth_l1_loss(
    c: Compute,
    self: Tensor,
    target: Tensor,
    reduction: int = 1,
    beta: float = 1.0,
    into: Tensor | None = None,
) -> Any:
    """A parabola up to beta, then a line."""
    return loss(c, "smooth_l1_loss", self, target, reduction, into, beta=beta)


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
    """d / beta up to beta, then the sign of d, times h."""
    return loss_gradient(
        c, "smooth_l1_loss_gradient", grad_output, self, target, reduction, into, beta=beta
    )


@lowers("huber_loss")
def huber_loss(
    c: Compute,
    self: Tensor,
    target: Tensor,
    reduction: int = 1,
    delta: float = 1.0,
    into: Tensor | None = None,
) -> Any:
    """A parabola up to delta, then a line."""
    return loss(c, "huber_loss", self, target, reduction, into, delta=delta)


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
    """d up to delta, then sign(d) * delta, times h."""
    return loss_gradient(
        c, "huber_loss_gradient", grad_output, self, target, reduction, into, delta=delta
    )
