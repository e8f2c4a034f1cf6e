"""Gradients of activations: the incoming gradient times the derivative.

The derivative is an op in the format of the operands. If autograd passes the result of the forward
op instead of its operand, the gradient is a graph that computes with the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.lowerings.activations import elu_op, gelu_op
from samebits.torch.lowerings.arithmetic import Number
from samebits.torch.promotion import promoted, result_dtype, widened
from samebits.torch.table import lowers


def times_derivative(
    c: Compute, op: str, g: Tensor, x: Tensor, into: Tensor | None, **attributes: float
) -> Tensor:
    """Compute g * derivative(x). Both steps are rounded to the format of the operands."""
    if g.dtype is not x.dtype:
        g, x = promoted(c, result_dtype(g, x), g, x)
    name = f"{op}_derivative"
    slope = c.each(name, x, **attributes) if attributes else c.one(name, x)
    return c.pair("mul", g, slope, into)


def _gradient(op: str) -> Callable[..., Any]:
    def lowering(c: Compute, grad_output: Tensor, self: Tensor, into: Tensor | None = None) -> Any:
        return times_derivative(c, op, grad_output, self, into)

    return lowering


for _op in ("silu", "mish", "hardswish", "hardsigmoid"):
    lowers(f"{_op}_backward")(_gradient(_op))


@lowers("gelu_backward")
def gelu_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    *,
    approximate: str = "none",
    into: Tensor | None = None,
) -> Any:
    """Compute grad * gelu'(x)."""
    return times_derivative(c, gelu_op(approximate), grad_output, self, into)


@lowers("tanh_backward")
def tanh_backward(
    c: Compute, grad_output: Tensor, output: Tensor, into: Tensor | None = None
) -> Any:
    """Compute grad * (1 - y * y), as in the cells of G11."""
    dtype = result_dtype(grad_output, output)
    g, y = widened(c, dtype, grad_output, output)
    slope = c.pair("sub", 1.0, c.pair("mul", y, y))
    return _last(c, "mul", g, slope, dtype, into)


@lowers("sigmoid_backward")
def sigmoid_backward(
    c: Compute, grad_output: Tensor, output: Tensor, into: Tensor | None = None
) -> Any:
    """Compute (grad * (1 - y)) * y, as in the cells of G11."""
    dtype = result_dtype(grad_output, output)
    g, y = widened(c, dtype, grad_output, output)
    return _last(c, "mul", c.pair("mul", g, c.pair("sub", 1.0, y)), y, dtype, into)


def _last(c: Compute, op: str, a: Any, b: Any, dtype: torch.dtype, into: Tensor | None) -> Tensor:
    """Compute the last node of a graph and round it to the format of the result."""
    if isinstance(a, Tensor) and a.dtype is dtype:
        return c.pair(op, a, b, into)
    return c.cast(c.pair(op, a, b), dtype, into)


@lowers("elu_backward")
def elu_backward(
    c: Compute,
    grad_output: Tensor,
    alpha: Number,
    scale: Number,
    input_scale: Number,
    is_result: bool,
    self_or_result: Tensor,
    into: Tensor | None = None,
) -> Any:
    """Compute grad * elu'(x), or the same for `selu` or `celu` if the factors are theirs.

    With any other factors the result is g * scale if x > 0, else ((g * input_scale) * (alpha *
    scale)) * exp(x * input_scale). If the result y is given instead of x, the second case is (g *
    input_scale) * (y + alpha * scale).
    """
    known = None if is_result else elu_op(alpha, scale, input_scale)
    if known is not None:
        op, attributes = known
        return times_derivative(c, op, grad_output, self_or_result, into, **attributes)
    dtype = result_dtype(grad_output, self_or_result)
    g, x = widened(c, dtype, grad_output, self_or_result)
    factor = float(alpha) * float(scale)
    left = c.pair("mul", g, input_scale)
    if is_result:
        left = c.pair("mul", left, c.pair("add", x, factor))
    else:
        power = c.one("exp", c.pair("mul", x, input_scale))
        left = c.pair("mul", c.pair("mul", left, factor), power)
    positive = c.each("gt", x, 0.0, to=torch.bool)
    return c.cast(c.each("where", positive, c.pair("mul", g, scale), left), dtype, into)


@lowers("hardtanh_backward")
def hardtanh_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    min_val: Number,
    max_val: Number,
    into: Tensor | None = None,
) -> Any:
    """Compute grad if min_val < x < max_val, else 0."""
    g, x = promoted(c, result_dtype(grad_output, self), grad_output, self)
    return c.each("hardtanh_gradient", g, x, into=into, min=float(min_val), max=float(max_val))


@lowers("leaky_relu_backward")
def leaky_relu_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    negative_slope: Number,
    self_is_result: bool,
    into: Tensor | None = None,
) -> Any:
    """Compute grad * leaky_relu'(x).

    The result may be given instead of x if the slope is not negative, because its sign is then the
    sign of x.
    """
    if self_is_result and negative_slope < 0:
        raise Refused("the result of leaky_relu does not tell x with a negative slope")
    return times_derivative(
        c, "leaky_relu", grad_output, self, into, negative_slope=float(negative_slope)
    )


@lowers("log_sigmoid_backward")
def log_sigmoid_backward(
    c: Compute, grad_output: Tensor, self: Tensor, buffer: Tensor, into: Tensor | None = None
) -> Any:
    """Compute grad * logsigmoid'(x).

    The buffer must be empty, as after a forward pass in a block.
    """
    if buffer.numel():
        raise Refused("its buffer is not the empty one that log_sigmoid_forward returns in a block")
    return times_derivative(c, "logsigmoid", grad_output, self, into)


@lowers("softplus_backward")
def softplus_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    beta: Number,
    threshold: Number,
    into: Tensor | None = None,
) -> Any:
    """Compute grad * softplus'(x).

    If beta is not 1 or the threshold is not 20, the result is grad if z > threshold, else grad *
    softplus'(z), with z = x * beta.
    """
    if beta == 1 and threshold == 20:
        return times_derivative(c, "softplus", grad_output, self, into)
    dtype = result_dtype(grad_output, self)
    g, x = widened(c, dtype, grad_output, self)
    z = c.pair("mul", x, beta)
    value = c.pair("mul", g, c.one("softplus_derivative", z))
    high = c.each("gt", z, threshold, to=torch.bool)
    return c.cast(c.each("where", high, c.pair("maximum", g, g), value), dtype, into)


@lowers("glu_backward")
def glu_backward(
    c: Compute, grad_output: Tensor, self: Tensor, dim: int, into: Tensor | None = None
) -> Any:
    """Compute the gradients of both halves, concatenated along the axis (G9.7)."""
    dtype = result_dtype(grad_output, self)
    g, a, b = widened(c, dtype, grad_output, *self.chunk(2, dim))
    gate = c.one("sigmoid", b)
    slope = c.pair("mul", gate, c.pair("sub", 1.0, gate))
    halves = c.pair("mul", g, gate), c.pair("mul", c.pair("mul", g, a), slope)
    return c.cast(torch.cat(halves, dim), dtype, into)


@lowers("threshold_backward")
def threshold_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    threshold: Number,
    into: Tensor | None = None,
) -> Any:
    """Compute 0 if x <= threshold, else grad."""
    g, x = promoted(c, result_dtype(grad_output, self), grad_output, self)
    return c.each("threshold_gradient", g, x, into=into, threshold=float(threshold))


@lowers("_prelu_kernel_backward")
def prelu_backward(c: Compute, grad_output: Tensor, self: Tensor, weight: Tensor) -> Any:
    """Compute the gradients of x and of the weight.

    If x > 0 they are grad and 0; otherwise they are weight * grad and x * grad.
    """
    dtype = result_dtype(self, weight, grad_output)
    g, x, w = widened(c, dtype, grad_output, self, weight)
    positive = c.each("gt", x, 0.0, to=torch.bool)
    of_x = c.each("where", positive, c.pair("maximum", g, g), c.pair("mul", w, g))
    of_weight = c.each("where", positive, 0.0, c.pair("mul", x, g))
    return c.cast(of_x, dtype), c.cast(of_weight, dtype)


@lowers("hardshrink_backward")
def hardshrink_backward(
    c: Compute, grad_out: Tensor, self: Tensor, lambd: Number, into: Tensor | None = None
) -> Any:
    """Compute 0 if |x| <= lambd, else grad."""
    return _outside(c, grad_out, self, lambd, into)


@lowers("softshrink_backward")
def softshrink_backward(
    c: Compute, grad_output: Tensor, self: Tensor, lambd: Number, into: Tensor | None = None
) -> Any:
    """Compute 0 if |x| <= lambd, else grad."""
    return _outside(c, grad_output, self, lambd, into)


def _outside(c: Compute, g: Tensor, x: Tensor, lambd: Number, into: Tensor | None) -> Any:
    dtype = result_dtype(g, x)
    wide_g, wide_x = widened(c, dtype, g, x)
    small = c.each("le", c.one("abs", wide_x), lambd, to=torch.bool)
    value = c.each("where", small, 0.0, c.pair("maximum", wide_g, wide_g))
    return c.cast(value, dtype, into)
