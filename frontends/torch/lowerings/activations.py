"""Lowerings of activations (S4, G9)."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import FLOATS
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.lowerings.arithmetic import Number
from samebits.torch.lowerings.functions import function
from samebits.torch.promotion import result_dtype, widened
from samebits.torch.table import lowers

SELU = (1.6732632423543772848170429916717, 1.0507009873554804934193349852946)
"""The factors that PyTorch passes to `elu` for `selu` (S4.8)."""

for _name in ("silu", "mish", "hardswish", "hardsigmoid"):
    lowers(_name)(function(_name))

_GELU = {"none": "gelu", "tanh": "gelu_tanh"}


def of_floats(op: str, x: Tensor) -> None:
    """Raise Refused for an operand that is not floating-point; PyTorch's kernel refuses it too."""
    if x.dtype not in FLOATS:
        raise Refused(f"{op} is not defined for {x.dtype}")


def gelu_op(approximate: str) -> str:
    """Return the op for an argument `approximate`. Raises Refused for an unknown text."""
    if approximate not in _GELU:
        raise Refused(f"approximate is {approximate!r}; it is 'none' or 'tanh'")
    return _GELU[approximate]


@lowers("gelu")
def gelu(c: Compute, self: Tensor, *, approximate: str = "none", into: Tensor | None = None) -> Any:
    """Compute x * Phi(x), or its approximation by tanh."""
    of_floats("gelu", self)
    return c.one(gelu_op(approximate), self, into)


@lowers("elu")
def elu(
    c: Compute,
    self: Tensor,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute `elu`, `selu` or `celu`, chosen by the factors.

    If the factors match none of them, the result is x * scale if x > 0, else (expm1(x *
    input_scale) * alpha) * scale.
    """
    of_floats("elu", self)
    known = elu_op(alpha, scale, input_scale)
    if known is not None:
        op, attributes = known
        return c.each(op, self, into=into, **attributes)
    (x,) = widened(c, self.dtype, self)
    left = c.pair("mul", c.one("expm1", c.pair("mul", x, input_scale)), alpha)
    value = c.each(
        "where",
        c.each("gt", x, 0.0, to=torch.bool),
        c.pair("mul", x, scale),
        c.pair("mul", left, scale),
    )
    return c.cast(value, self.dtype, into)


def elu_op(
    alpha: Number, scale: Number, input_scale: Number
) -> tuple[str, dict[str, float]] | None:
    """Return the op and the attributes that equal PyTorch's `elu` with these factors, or None."""
    if (alpha, scale, input_scale) == (*SELU, 1):
        return "selu", {}
    if scale != 1 or isinstance(alpha, complex):
        return None
    if input_scale == 1:
        return "elu", {"alpha": float(alpha)}
    if alpha and input_scale in (
        1 / alpha,
        1 / float(np.float32(alpha)),
    ):  # autograd passes the latter value
        return "celu", {"alpha": float(alpha)}
    return None


@lowers("celu")
def celu(c: Compute, self: Tensor, alpha: Number = 1.0, into: Tensor | None = None) -> Any:
    """Compute x if x > 0, else alpha * (e^(x / alpha) - 1)."""
    of_floats("celu", self)
    return c.each("celu", self, into=into, alpha=float(alpha))


@lowers("hardtanh")
def hardtanh(
    c: Compute,
    self: Tensor,
    min_val: Number = -1,
    max_val: Number = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute min(max(x, min_val), max_val)."""
    if self.dtype not in FLOATS:
        return NATIVE
    return c.each("hardtanh", self, into=into, min=float(min_val), max=float(max_val))


@lowers("leaky_relu")
def leaky_relu(
    c: Compute, self: Tensor, negative_slope: Number = 0.01, into: Tensor | None = None
) -> Any:
    """Compute x if x > 0, else negative_slope * x."""
    of_floats("leaky_relu", self)
    return c.each("leaky_relu", self, into=into, negative_slope=float(negative_slope))


@lowers("log_sigmoid_forward")
def log_sigmoid_forward(c: Compute, self: Tensor) -> Any:
    """Compute log sigmoid(x).

    The second result is an empty buffer, because the gradient needs none.
    """
    of_floats("logsigmoid", self)
    return c.one("logsigmoid", self), c.empty(0, dtype=self.dtype)


@lowers("softplus")
def softplus(
    c: Compute,
    self: Tensor,
    beta: Number = 1,
    threshold: Number = 20,
    into: Tensor | None = None,
) -> Any:
    """Compute log(1 + e^x) if beta is 1 and the threshold is 20.

    Otherwise the result is x if z > threshold, else softplus(z) / beta, with z = x * beta.
    """
    of_floats("softplus", self)
    if beta == 1 and threshold == 20:
        return c.one("softplus", self, into)
    (x,) = widened(c, self.dtype, self)
    z = c.pair("mul", x, beta)
    value = c.each(
        "where",
        c.each("gt", z, threshold, to=torch.bool),
        c.pair("maximum", x, x),
        c.pair("div", c.one("softplus", z), beta),
    )
    return c.cast(value, self.dtype, into)


@lowers("glu")
def glu(c: Compute, self: Tensor, dim: int = -1, into: Tensor | None = None) -> Any:
    """Multiply the first half along an axis by the sigmoid of the second half (G9.7)."""
    of_floats("glu", self)
    if not self.dim() or self.shape[dim] % 2:
        raise Refused(f"glu halves an axis of even size; the shape is {tuple(self.shape)}")
    a, b = widened(c, self.dtype, *self.chunk(2, dim))
    if a.dtype is self.dtype:
        return c.pair("mul", a, c.one("sigmoid", b), into)
    return c.cast(c.pair("mul", a, c.one("sigmoid", b)), self.dtype, into)


@lowers("threshold")
def threshold_(
    c: Compute, self: Tensor, threshold: Number, value: Number, into: Tensor | None = None
) -> Any:
    """Compute value if x <= threshold, else x."""
    if self.dtype not in FLOATS:
        return NATIVE
    return c.each("threshold", self, into=into, threshold=float(threshold), value=float(value))


@lowers("_prelu_kernel")
def prelu(c: Compute, self: Tensor, weight: Tensor) -> Any:
    """Compute x if x > 0, else weight * x."""
    of_floats("prelu", self)
    dtype = result_dtype(self, weight)
    x, w = widened(c, dtype, self, weight)
    positive = c.each("gt", x, 0.0, to=torch.bool)
    return c.cast(c.each("where", positive, x, c.pair("mul", w, x)), dtype)


@lowers("hardshrink")
def hardshrink(c: Compute, self: Tensor, lambd: Number = 0.5, into: Tensor | None = None) -> Any:
    """Compute 0 if |x| <= lambd, else x."""
    of_floats("hardshrink", self)
    (x,) = widened(c, self.dtype, self)
    small = c.each("le", c.one("abs", x), lambd, to=torch.bool)
    return c.cast(c.each("where", small, 0.0, c.pair("maximum", x, x)), self.dtype, into)


@lowers("softshrink")
def softshrink(c: Compute, self: Tensor, lambd: Number = 0.5, into: Tensor | None = None) -> Any:
    """Compute x - lambd if x > lambd, x + lambd if x < -lambd, else x * 0."""
    of_floats("softshrink", self)
    if not lambd >= 0:
        raise RuntimeError(f"lambda must be greater or equal to 0, but found to be {lambd}.")
    (x,) = widened(c, self.dtype, self)
    value = c.each(
        "where",
        c.each("lt", x, -float(lambd), to=torch.bool),
        c.pair("add", x, lambd),
        c.pair("mul", x, 0.0),
    )
    value = c.each("where", c.each("gt", x, lambd, to=torch.bool), c.pair("sub", x, lambd), value)
    return c.cast(value, self.dtype, into)
