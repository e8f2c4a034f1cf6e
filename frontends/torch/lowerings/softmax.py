"""Softmax along an axis, its logarithm, and their gradients (G2, G7.1)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.memory import empty_like
from samebits.torch.shapes import require_axis
from samebits.torch.table import lowers


def _along(
    c: Compute, op: str, operands: list[Tensor], dim: int, dtype: torch.dtype, into: Tensor | None
) -> Tensor:
    """Compute an op along an axis on tensors of one shape, and round its result to `dtype`."""
    first = operands[0]
    if any(x.dtype is not first.dtype for x in operands):
        raise Refused("operands of several dtypes; convert them with .to() before")
    shape = first.shape
    require_axis(dim, len(shape))
    if not shape:
        operands = [x.view(1) for x in operands]
        dim = 0
    if into is not None and into.dtype is dtype is first.dtype and into.shape == shape:
        result = into
    else:
        result = empty_like(first, memory_format=torch.contiguous_format)
    if result.numel():  # an axis of size 0 would be an error of the op
        c.call(op, operands, [result if shape else result.view(1)], axis=dim)
    result = c.cast(result, dtype)
    return c.stored(result, into)


def _taken(c: Compute, x: Tensor, half_to_float: bool) -> Tensor:
    """Return the operand, cast to float32 if the op includes a cast, which only GPUs allow."""
    if not half_to_float:
        return x
    if c.device.type == "cpu":
        raise RuntimeError("softmax with half to float conversion is not supported on CPU")
    return c.cast(x, torch.float32)


@lowers("_softmax")
def softmax(
    c: Compute, self: Tensor, dim: int, half_to_float: bool, into: Tensor | None = None
) -> Any:
    """Compute exp(x - m) / sum(exp(x - m))."""
    x = _taken(c, self, half_to_float)
    return _along(c, "softmax", [x], dim, x.dtype, into)


@lowers("_log_softmax")
def log_softmax(
    c: Compute, self: Tensor, dim: int, half_to_float: bool, into: Tensor | None = None
) -> Any:
    """Compute (x - m) - log(sum(exp(x - m)))."""
    x = _taken(c, self, half_to_float)
    return _along(c, "log_softmax", [x], dim, x.dtype, into)


@lowers("_softmax_backward_data")
def softmax_backward(
    c: Compute,
    grad_output: Tensor,
    output: Tensor,
    dim: int,
    input_dtype: torch.dtype,
    into: Tensor | None = None,
) -> Any:
    """Compute (g - sum(g * y)) * y."""
    return _along(c, "softmax_gradient", [grad_output, output], dim, input_dtype, into)


@lowers("_log_softmax_backward_data")
def log_softmax_backward(
    c: Compute,
    grad_output: Tensor,
    output: Tensor,
    dim: int,
    input_dtype: torch.dtype,
    into: Tensor | None = None,
) -> Any:
    """Compute g - exp(y) * sum(g)."""
    return _along(c, "log_softmax_gradient", [grad_output, output], dim, input_dtype, into)
