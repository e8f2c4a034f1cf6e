"""Functions of one operand that are short graphs of ops in the compute format (G9.1)."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import FLOATS
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.promotion import float_dtype, result_dtype, widened
from samebits.torch.table import lowers


def wide(c: Compute, x: Tensor) -> tuple[torch.dtype, Tensor]:
    """Return the dtype of the result, and the operand in the compute format of this dtype."""
    dtype = float_dtype(x)
    (result,) = widened(c, dtype, x)
    return dtype, result


@lowers("reciprocal")
def reciprocal(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Compute 1 / self, rounded once."""
    x = self if self.dtype in FLOATS else c.cast(self, float_dtype(self))
    return c.one("reciprocal", x, into)


@lowers("frac")
def frac(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Compute self - trunc(self), which is exact."""
    if self.dtype not in FLOATS:
        raise Refused(f"frac is not defined for {self.dtype}")
    return c.pair("sub", self, c.one("trunc", self), into)


@lowers("round.decimals")
def round_decimals(c: Compute, self: Tensor, *, decimals: int, into: Tensor | None = None) -> Any:
    """Compute round(self * t) / t with t = 10^decimals.

    If `decimals` is a negative number n, compute round(self / t) * t with t = 10^-n.
    """
    if self.dtype not in FLOATS:
        return NATIVE
    if decimals == 0:
        return c.one("round_half_even", self, into)
    dtype, x = wide(c, self)
    there, back = ("mul", "div") if decimals > 0 else ("div", "mul")
    power = float(10 ** min(abs(decimals), 400)) if abs(decimals) < 309 else math.inf
    rounded = c.one("round_half_even", c.pair(there, x, power))
    return c.cast(c.pair(back, rounded, power), dtype, into)


@lowers("sinc")
def sinc(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Compute sinpi(self) / (self * pi), or 1 where self is 0."""
    dtype, x = wide(c, self)
    value = c.pair("div", c.one("sinpi", x), c.pair("mul", x, math.pi))
    at_0 = c.each("eq", x, 0.0, to=torch.bool)
    return c.cast(c.each("where", at_0, 1.0, value), dtype, into)


@lowers("logit")
def logit(c: Compute, self: Tensor, eps: float | None = None, into: Tensor | None = None) -> Any:
    """Compute log(z / (1 - z)), with z = self clamped to [eps, 1 - eps]."""
    dtype, x = wide(c, self)
    z = x if eps is None else c.each("clamp", x, min=eps, max=1.0 - eps)
    odds = c.pair("div", z, c.pair("sub", 1.0, z))
    return c.cast(c.one("log", odds), dtype, into)


@lowers("logit_backward")
def logit_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    eps: float | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute grad / (self * (1 - self)) if eps <= self <= 1 - eps, else 0 (or NaN without eps)."""
    dtype = result_dtype(grad_output, self)
    g, x = widened(c, dtype, grad_output, self)
    least = 0.0 if eps is None else eps
    inside = torch.logical_and(
        c.each("ge", x, least, to=torch.bool), c.each("le", x, 1.0 - least, to=torch.bool)
    )
    value = c.pair("div", g, c.pair("mul", x, c.pair("sub", 1.0, x)))
    outside = 0.0 if eps is not None else math.nan
    return c.cast(c.each("where", inside, value, outside), dtype, into)


@lowers("special_entr")
def entr(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Compute (-x) * log(x) where x > 0, 0 where x = 0, and -inf where x < 0."""
    dtype, x = wide(c, self)
    value = c.pair("mul", c.one("neg", x), c.one("log", x))
    value = c.each("where", c.each("eq", x, 0.0, to=torch.bool), 0.0, value)
    below = c.each("lt", x, 0.0, to=torch.bool)
    return c.cast(c.each("where", below, -math.inf, value), dtype, into)


@lowers("angle")
def angle(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Compute pi where x < 0, NaN where x is NaN, and +0 elsewhere."""
    dtype, x = wide(c, self)
    below = c.pair("lt", x, 0.0, to=torch.bool)
    value = c.each("where", below, torch.full_like(x, math.pi), 0.0)
    nan = c.pair("ne", x, x, to=torch.bool)
    return c.cast(c.each("where", nan, c.pair("maximum", x, x), value), dtype, into)


@lowers("special_spherical_bessel_j0")
def spherical_bessel_j0(c: Compute, x: Tensor, into: Tensor | None = None) -> Any:
    """Compute sin(x) / x, 1 where x = 0, and +0 where x is infinite."""
    dtype, y = wide(c, x)
    value = c.pair("div", c.one("sin", y), y)
    value = c.each("where", c.pair("eq", y, 0.0, to=torch.bool), 1.0, value)
    far = c.pair("eq", c.one("abs", y), math.inf, to=torch.bool)
    return c.cast(c.each("where", far, 0.0, value), dtype, into)
