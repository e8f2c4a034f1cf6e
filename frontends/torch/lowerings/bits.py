"""Ops that only inspect the bits of floats: mantissa and exponent, and hashes. They never round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import FLOATS
from samebits.torch.errors import NATIVE
from samebits.torch.table import lowers

_FIELD = 0x7FF << 52
"""A mask of the exponent bits in a binary64 number."""

_HALF = 1022
"""The biased exponent of the numbers from 1/2 to 1."""


@lowers("frexp.Tensor")
def frexp(c: Compute, self: Tensor) -> Any:
    """Compute m and e with self = m * 2^e exactly and 1/2 <= |m| < 1.

    If self is zero, infinite or NaN, m is self and e is 0.
    """
    if self.dtype not in FLOATS:
        return NATIVE
    wide = c.cast(self, torch.float64)
    bits = wide.contiguous().view(torch.int64)
    small = ((bits & _FIELD) == 0) & (bits << 1 != 0)  # subnormal in binary64: scaled exactly
    lifted = c.each("where", small, c.each("mul", wide, 2.0**54), wide)
    bits = lifted.contiguous().view(torch.int64)
    field = (bits & _FIELD) >> 52
    whole = (field == 0) | (field == 0x7FF)
    parted = ((bits & ~_FIELD) | (_HALF << 52)).view(torch.float64)
    exponent = torch.where(whole, 0, field - _HALF - 54 * small.to(torch.int64))
    mantissa = c.each("where", whole, lifted, parted)
    return c.cast(mantissa, self.dtype), exponent.to(torch.int32)


@lowers("hash_tensor")
def hash_tensor(
    c: Compute, self: Tensor, dim: Sequence[int] = (), *, keepdim: bool = False, mode: int = 0
) -> Any:
    """Compute the exclusive or of the binary64 bits of all elements, with canonical NaNs."""
    if self.dtype not in FLOATS:
        return NATIVE
    bits = c.cast(self, torch.float64).contiguous().view(torch.int64)
    return torch.ops.aten.hash_tensor.default(bits, dim, keepdim=keepdim, mode=mode)
