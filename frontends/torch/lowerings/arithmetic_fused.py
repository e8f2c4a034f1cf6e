"""Additions of a product or quotient, and linear interpolation (G9)."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.errors import NATIVE
from samebits.torch.lowerings.arithmetic import Number
from samebits.torch.promotion import promoted, result_dtype, same_float
from samebits.torch.table import lowers


@lowers("addcmul")
def addcmul(
    c: Compute,
    self: Tensor,
    tensor1: Tensor,
    tensor2: Operand,
    *,
    value: Number = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute self + ((value * tensor1) * tensor2)."""
    return _three(c, "addcmul", self, tensor1, tensor2, into, value=float(value))


@lowers("addcdiv")
def addcdiv(
    c: Compute,
    self: Tensor,
    tensor1: Tensor,
    tensor2: Operand,
    *,
    value: Number = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute self + ((value * tensor1) / tensor2)."""
    return _three(c, "addcdiv", self, tensor1, tensor2, into, value=float(value))


@lowers("lerp.Scalar")
def lerp(c: Compute, self: Tensor, end: Tensor, weight: Number, into: Tensor | None = None) -> Any:
    """Interpolate linearly between self and end.

    The result is self + weight * (end - self) if |weight| < 1/2, else end - (end - self) * (1 -
    weight).
    """
    x, y = self, end
    if not same_float(self, end):
        x, y = promoted(c, result_dtype(self, end), self, end)
    return c.each("lerp", x, y, into=into, weight=float(weight))


@lowers("lerp.Tensor")
def lerp_tensor(
    c: Compute, self: Tensor, end: Tensor, weight: Operand, into: Tensor | None = None
) -> Any:
    """Compute `lerp` with a separate weight for each element."""
    return _three(c, "lerp_tensor", self, end, weight, into)


def _three(
    c: Compute,
    op: str,
    a: Tensor,
    b: Tensor,
    d: Operand,
    into: Tensor | None,
    **attributes: float,
) -> Any:
    if not (isinstance(d, Tensor) and a.dtype is b.dtype is d.dtype):
        dtype = result_dtype(a, b, d)
        a, b, d = promoted(c, dtype, a, b, d)
    if not a.dtype.is_floating_point:
        return NATIVE
    return c.each(op, a, b, d, into=into, **attributes)
