"""Conversions of elements to a different format, rounded once from the source (R5).

`to`, `float()`, `_to_copy`, `clone` and all other conversions call `copy_`.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import EXACT
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.lowerings.comparisons import number_as
from samebits.torch.table import lowers


@lowers("copy_")
def copy_(c: Compute, self: Tensor, src: Tensor, non_blocking: bool = False) -> Any:
    """Convert src to the dtype of self, broadcast it to the shape of self, and write it to self.

    If src is a Python number, PyTorch passes it as a number and not as a tensor.
    """
    if not isinstance(src, Tensor):
        if self.dtype in EXACT and not isinstance(src, float):
            return NATIVE
        if self.dtype in EXACT:
            return self.copy_(c.cast(c.scalar(src, torch.float64), self.dtype))
        return self.copy_(number_as(c, src, self.dtype))
    if self.dtype is src.dtype or (self.dtype in EXACT and src.dtype in EXACT):
        return NATIVE
    if src.layout is not torch.strided:
        raise Refused("it would convert on the way from another layout; do so before")
    if src.device != self.device:  # first convert on the source's device, then move
        return self.copy_(src.to(self.dtype))
    return c.cast(src if src.shape == self.shape else src.expand(self.shape), self.dtype, self)


@lowers("fill_.Tensor")
def fill_(c: Compute, self: Tensor, value: Tensor) -> Any:
    """Fill self with the only element of `value`."""
    if self.dtype is value.dtype or (self.dtype in EXACT and value.dtype in EXACT):
        return NATIVE
    return self.fill_(c.cast(value, self.dtype))


@lowers("masked_fill_.Tensor")
def masked_fill_(c: Compute, self: Tensor, mask: Tensor, value: Tensor) -> Any:
    """Write the only element of `value`, in the dtype of self, where the mask is true."""
    if self.dtype is value.dtype or (self.dtype in EXACT and value.dtype in EXACT):
        return NATIVE
    return self.masked_fill_(mask, c.cast(value, self.dtype))
