"""Arithmetic of two operands: add, sub, mul, div and what is near to them (R2, G9)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.promotion import promoted, result_dtype
from samebits.torch.table import lowers


def binary(c: Compute, op: str, a: Operand, b: Operand, into: Tensor | None) -> Any:
    """An op of two operands in the dtype of the result."""
    dtype = result_dtype(a, b)
    if not dtype.is_floating_point:
        return NATIVE
    x, y = promoted(c, dtype, a, b)
    return c.each(op, x, y, into=into)


def scaled(c: Compute, x: Operand, alpha: int | float) -> Operand:
    """alpha * x, rounded (G3.4): x itself for 1."""
    if alpha == 1:
        return x
    if isinstance(x, Tensor):
        return c.each("mul", x, alpha)
    raise Refused("alpha beside a number in the place of a tensor; multiply them before")


@lowers("add.Tensor")
def add(
    c: Compute, self: Tensor, other: Operand, *, alpha: int | float = 1, into: Tensor | None = None
) -> Any:
    """self + alpha * other: the product is rounded before it is added."""
    if not result_dtype(self, other).is_floating_point:
        return NATIVE
    return binary(c, "add", self, scaled(c, other, alpha), into)


@lowers("sub.Tensor")
def sub(
    c: Compute, self: Tensor, other: Operand, *, alpha: int | float = 1, into: Tensor | None = None
) -> Any:
    """self - alpha * other."""
    if not result_dtype(self, other).is_floating_point:
        return NATIVE
    return binary(c, "sub", self, scaled(c, other, alpha), into)


@lowers("mul.Tensor")
def mul(c: Compute, self: Tensor, other: Operand, into: Tensor | None = None) -> Any:
    """self * other."""
    return binary(c, "mul", self, other, into)


@lowers("div.Tensor")
def div(c: Compute, self: Tensor, other: Operand, into: Tensor | None = None) -> Any:
    """self / other; integers are converted to the default dtype."""
    dtype = result_dtype(self, other)
    if not dtype.is_floating_point:
        dtype = torch.get_default_dtype()
    x, y = promoted(c, dtype, self, other)
    return c.each("div", x, y, into=into)
