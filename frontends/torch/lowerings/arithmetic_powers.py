"""Powers, correctly rounded for every exponent (R2, S4, G9.pow_scalar)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.dtypes import SHORT
from samebits.torch.errors import NATIVE
from samebits.torch.lowerings.arithmetic import Number, binary
from samebits.torch.promotion import result_dtype, widened
from samebits.torch.table import lowers

_PLAIN = (torch.float32, torch.float64)


@lowers("pow.Tensor_Tensor", "pow.Scalar")
def pow_(c: Compute, self: Operand, exponent: Operand, into: Tensor | None = None) -> Any:
    """Compute self to the power of `exponent`."""
    return binary(c, "pow", self, exponent, into)


@lowers("pow.Tensor_Scalar")
def pow_of_number(c: Compute, self: Operand, exponent: Number, into: Tensor | None = None) -> Any:
    """Compute self to the power of a number. Some exponents use faster ops with the same bits.

    x * x, 1 / x and sqrt(x) are rounded once, as pow is, in f64 too. sqrt differs from pow only at
    -0 and -inf.
    """
    if not isinstance(self, Tensor) or self.dtype not in _PLAIN or isinstance(exponent, complex):
        dtype = result_dtype(self, exponent)
        if not dtype.is_floating_point:
            return NATIVE
        (x,) = widened(c, dtype, self)
    else:
        x, dtype = self, self.dtype
    assert isinstance(x, Tensor)
    place = None if dtype in SHORT else into
    result = _special(c, x, float(exponent), place)
    if result is None:
        result = c.pair("pow", x, exponent, place)
    return c.cast(result, dtype, into if result is not into else None)


def _special(c: Compute, x: Tensor, exponent: float, into: Tensor | None) -> Tensor | None:
    if exponent == 2:
        return c.pair("mul", x, x, into)
    if exponent == 1:
        return c.pair("maximum", x, x, into)
    if exponent == -1:
        return c.pair("div", 1.0, x, into)
    if exponent == 0:
        return torch.ones_like(x)
    if exponent == 0.5:
        ends = c.each("eq", c.one("abs", x), float("inf"), to=torch.bool)
        root = c.one("sqrt", c.pair("add", x, 0.0))
        return c.each("where", ends, c.one("abs", x), root, into=into)
    return None
