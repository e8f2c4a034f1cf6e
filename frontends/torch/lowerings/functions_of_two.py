"""Functions of two operands: ops of the specification (S4.4), and graphs of such ops."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.dtypes import SHORT
from samebits.torch.errors import Refused
from samebits.torch.lowerings.arithmetic import real_binary
from samebits.torch.lowerings.comparisons import number_as
from samebits.torch.promotion import promoted, real_dtype, result_dtype, widened
from samebits.torch.table import lowers


@lowers("atan2")
def atan2(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute the angle of the point with the y coordinate self and the x coordinate other."""
    return real_binary(c, "atan2", self, other, into)


@lowers("hypot")
def hypot(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute sqrt(self^2 + other^2)."""
    return real_binary(c, "hypot", self, other, into)


@lowers("logaddexp")
def logaddexp(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute log(e^self + e^other)."""
    return real_binary(c, "logaddexp", self, other, into)


@lowers("logaddexp2")
def logaddexp2(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute m + log1p(exp2(d)) * (1 / log 2), with m the larger operand and d = -|self - other|.

    If d is NaN, the result is m. This is the case for two equal infinities, and if an operand, and
    so m, is NaN.
    """
    dtype = real_dtype(self, other)
    x, y = widened(c, dtype, self, other)
    most = c.pair("maximum", x, y)
    apart = c.one("neg", c.one("abs", c.pair("sub", x, y)))
    part = c.pair("mul", c.one("log1p", c.one("exp2", apart)), 1.4426950408889634)
    equal = c.each("ne", apart, apart, to=torch.bool)
    return c.cast(c.each("where", equal, most, c.pair("add", most, part)), dtype, into)


@lowers("copysign.Tensor")
def copysign(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute |self| with the sign bit of other; this is a move (S2.1)."""
    dtype = real_dtype(self, other)
    x, y = promoted(c, dtype, self, other)
    if dtype in SHORT:
        x, y = (v if isinstance(v, Tensor) else number_as(c, v, dtype) for v in (x, y))
    return c.each("copysign", x, y, into=into)


@lowers("xlogy.Tensor")
def xlogy(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute self * log(other). The result is +0 where self = 0 and other is not NaN."""
    return _times_logarithm(c, "log", self, other, into)


@lowers("special_xlog1py")
def xlog1py(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
    """Compute self * log1p(other). The result is +0 where self = 0 and other is not NaN."""
    return _times_logarithm(c, "log1p", self, other, into)


def _times_logarithm(c: Compute, op: str, x: Operand, y: Operand, into: Tensor | None) -> Any:
    dtype = real_dtype(x, y)
    a, b = widened(c, dtype, x, y)
    wide = next(v.dtype for v in (a, b) if isinstance(v, Tensor))
    a, b = (v if isinstance(v, Tensor) else c.scalar(v, wide) for v in (a, b))
    product = c.pair("mul", a, c.one(op, b))
    none = torch.logical_and(c.each("eq", a, 0.0, to=torch.bool), c.each("eq", b, b, to=torch.bool))
    return c.cast(c.each("where", none, 0.0, product), dtype, into)


_BITS = {
    torch.float64: torch.int64,
    torch.float32: torch.int32,
    torch.float16: torch.int16,
    torch.bfloat16: torch.int16,
}


@lowers("nextafter")
def nextafter(c: Compute, self: Tensor, other: Tensor, into: Tensor | None = None) -> Any:
    """Compute the next number after self towards other, by a step of its bits, without rounding.

    The result is other if both are equal, and NaN if an operand is NaN. If self is zero, the result
    is the least subnormal number with the sign of other.
    """
    dtype = result_dtype(self, other)
    if dtype not in _BITS:
        raise Refused(f"nextafter is not defined for {dtype}")
    x, y = promoted(c, dtype, self, other)
    shape = torch.broadcast_shapes(x.shape, y.shape)
    bits = x.expand(shape).contiguous().view(_BITS[dtype])
    growing = c.pair("gt", y, x, to=torch.bool) == c.pair("gt", x, 0.0, to=torch.bool)
    stepped = torch.where(growing, bits + 1, bits - 1).view(dtype)
    least = c.ones((), dtype=_BITS[dtype]).view(dtype)
    result = torch.where(c.pair("eq", x, 0.0, to=torch.bool), c.pair("copysign", least, y), stepped)
    result = torch.where(c.pair("eq", x, y, to=torch.bool), y, result)
    wrong = torch.logical_or(c.pair("ne", x, x, to=torch.bool), c.pair("ne", y, y, to=torch.bool))
    return c.stored(torch.where(wrong, c.full((), float("nan"), dtype=dtype), result), into)
