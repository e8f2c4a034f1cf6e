"""Sums, products and quotients of two operands (R2, G9)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.dtypes import FLOATS
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.promotion import promoted, real_dtype, result_dtype, same_float, widened
from samebits.torch.table import lowers

Number = bool | int | float


def binary(c: Compute, op: str, a: Operand, b: Operand, into: Tensor | None) -> Any:
    """Compute an op of two operands in the dtype of the result. Return NATIVE for integers."""
    if isinstance(a, Tensor):  # the two most common cases first
        dtype = a.dtype
        if isinstance(b, Tensor):
            if dtype is b.dtype and dtype in FLOATS and a.dim() and b.dim():
                return c.pair(op, a, b, into)
        elif dtype is torch.float32 and a.numel() < _MANY and not isinstance(b, complex):
            return c.pair(op, a, b, into)
    if not same_float(a, b):
        dtype = result_dtype(a, b)
        if not dtype.is_floating_point:
            return NATIVE
        a, b = promoted(c, dtype, a, b)
    if op in _SCALAR_OPS:
        fused = _with_number(c, op, a, b, into)
        if fused is not None:
            return fused
    return c.pair(op, a, b, into)


_SCALAR_OPS = {
    "add": ("add_scalar", "add_scalar"),
    "sub": ("add_scalar", "rsub_scalar"),
    "mul": ("mul_scalar", "mul_scalar"),
    "div": ("div_scalar", "rdiv_scalar"),
}
"""For an op: its variant with a number as second operand, and with a number as first (G9)."""

_MANY = 1 << 14
"""From this number of elements on, the op with a number is faster, even if it must be prepared."""


def _with_number(c: Compute, op: str, a: Any, b: Any, into: Tensor | None) -> Tensor | None:
    """Compute the op of a tensor and a number, or return None if `pair` is faster.

    Both have the same bits. The op is faster for 16-bit tensors, which it converts in one pass, and
    for large tensors. If one tensor is large, a second tensor of rank 0 counts as a number too.
    """
    first = isinstance(a, Tensor) and (not isinstance(b, Tensor) or not b.dim())
    x, number = (a, b) if first else (b, a)
    if isinstance(number, Tensor):
        if number.dim() or x.numel() < _MANY or x.dtype not in (torch.float32, torch.float64):
            return None
        number = number.item()
    elif x.dtype not in (torch.float16, torch.bfloat16) and x.numel() < _MANY:
        return None
    if number != number or x.dtype in _EIGHT_BITS:
        return None
    value = -float(number) if first and op == "sub" else float(number)
    return c.each(_SCALAR_OPS[op][not first], x, into=into, value=value)


_EIGHT_BITS = (torch.float8_e4m3fn, torch.float8_e5m2)


def real_binary(c: Compute, op: str, a: Operand, b: Operand, into: Tensor | None) -> Any:
    """Compute an op of two operands; integers are first converted to the default dtype."""
    x, y = promoted(c, real_dtype(a, b), a, b)
    return c.pair(op, x, y, into)


def scaled_sum(c: Compute, a: Operand, b: Operand, alpha: Number, into: Tensor | None) -> Any:
    """Compute a + (b * alpha) with the product rounded in the compute format (G9.add_scaled)."""
    if isinstance(alpha, complex):
        raise Refused("no clause defines arithmetic on complex numbers")
    if not same_float(a, b):
        dtype = result_dtype(a, b)
        if not dtype.is_floating_point:
            return NATIVE
        a, b = promoted(c, dtype, a, b)
    return c.each("add_scaled", a, b, into=into, alpha=float(alpha))


@lowers("add.Tensor")
def add(
    c: Compute, self: Operand, other: Operand, *, alpha: Number = 1, into: Tensor | None = None
) -> Any:
    """Compute self + (other * alpha)."""
    if alpha == 1:
        return binary(c, "add", self, other, into)
    return scaled_sum(c, self, other, alpha, into)


@lowers("sub.Tensor")
def sub(
    c: Compute, self: Operand, other: Operand, *, alpha: Number = 1, into: Tensor | None = None
) -> Any:
    """Compute self - other.

    If alpha is not 1, compute self + (other * -alpha), with the same bits.
    """
    if alpha == 1:
        return binary(c, "sub", self, other, into)
    return scaled_sum(c, self, other, -float(alpha), into)


@lowers("rsub.Tensor")
def rsub(
    c: Compute, self: Operand, other: Operand, *, alpha: Number = 1, into: Tensor | None = None
) -> Any:
    """Compute other - self by `sub`."""
    return sub(c, other, self, alpha=alpha, into=into)


@lowers("mul.Tensor")
def mul(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute self * other."""
    return binary(c, "mul", self, other, into)


@lowers("div.Tensor")
def div(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute self / other."""
    if isinstance(self, Tensor) and self.dtype in FLOATS:
        return binary(c, "div", self, other, into)
    return real_binary(c, "div", self, other, into)


@lowers("div.Tensor_mode")
def div_mode(
    c: Compute,
    self: Operand,
    other: Operand,
    *,
    rounding_mode: str | None,
    into: Tensor | None = None,
) -> Any:
    """Compute self / other, or with a rounding mode trunc(self / other) or `floor_divide`."""
    if rounding_mode is None:
        return div(c, self, other, into)
    if rounding_mode == "floor":
        return floor_divide(c, self, other, into)
    if rounding_mode != "trunc":
        raise Refused(f"rounding_mode is {rounding_mode!r}; it is None, 'floor' or 'trunc'")
    dtype = result_dtype(self, other)
    if not dtype.is_floating_point:
        return NATIVE
    x, y = widened(c, dtype, self, other)
    return c.cast(c.one("trunc", c.pair("div", x, y)), dtype, into)


@lowers("floor_divide")
def floor_divide(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute the floor of the exact quotient, rounded, like Python's //, as a graph (G9).

    - r = fmod(self, other), which is exact.
    - q = (self - r) / other, or q - 1 if r is not 0 and its sign differs from the sign of other.
    - n = floor(q), or floor(q) + 1 if q - floor(q) is more than 1/2.

    The result is n. If q = 0 it is a zero with the sign of self / other, and if other = 0 it is the
    quotient self / other itself.
    """
    dtype = result_dtype(self, other)
    if not dtype.is_floating_point:
        return NATIVE
    x, y = widened(c, dtype, self, other)
    quotient = c.pair("div", x, y)
    rest = c.pair("fmod", x, y)
    q = c.pair("div", c.pair("sub", x, rest), y)
    apart = c.each(
        "ne", c.each("lt", y, 0.0, to=torch.bool), c.each("lt", rest, 0.0, to=torch.bool)
    )
    less = c.each("logical_and", c.each("ne", rest, 0.0, to=torch.bool), apart)
    q = c.each("where", less, c.pair("sub", q, 1.0), q)
    n = c.one("floor", q)
    above = c.each("gt", c.pair("sub", q, n), 0.5, to=torch.bool)
    n = c.each("where", above, c.pair("add", n, 1.0), n)
    zero = c.each("copysign", 0.0, quotient)
    n = c.each("where", c.each("eq", q, 0.0, to=torch.bool), zero, n)
    none = c.each("eq", y, 0.0, to=torch.bool)
    return c.cast(c.each("where", none, quotient, n), dtype, into)


@lowers("remainder.Tensor", "remainder.Scalar_Tensor")
def remainder(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute self - other floor(self / other), rounded once (S4.remainder)."""
    return binary(c, "remainder", self, other, into)


@lowers("fmod.Tensor")
def fmod(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute self - other trunc(self / other), which is exact (S4.fmod)."""
    return binary(c, "fmod", self, other, into)
