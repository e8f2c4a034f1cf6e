"""Floats as integers that stand in the order of S3, so that exact integer ops can compare them."""

from __future__ import annotations

import torch
from torch import Tensor

from samebits.torch.errors import Refused

INTEGERS = {
    torch.float64: torch.int64,
    torch.float32: torch.int32,
    torch.float16: torch.int16,
    torch.bfloat16: torch.int16,
}
"""The integer dtype of the size of a float."""


def ordered(x: Tensor, *, nan_least: bool) -> Tensor:
    """An integer for each element: -0 below +0, and every NaN above all others, or below.

    Two elements have one integer where they have the same bits, or both are NaN.
    """
    if x.dtype not in INTEGERS:
        raise Refused(f"elements of {x.dtype} are not compared here; convert them before")
    bits = x.view(INTEGERS[x.dtype])
    limits = torch.iinfo(bits.dtype)
    keys = torch.where(bits < 0, bits ^ limits.max, bits)
    return torch.where(torch.isnan(x), limits.min if nan_least else limits.max, keys)


def unordered(keys: Tensor, dtype: torch.dtype) -> Tensor:
    """The floats of such integers; NaN is the canonical one."""
    limits = torch.iinfo(keys.dtype)
    floats = torch.where(keys < 0, keys ^ limits.max, keys).view(dtype)
    nan = (keys == limits.max) | (keys == limits.min)
    return torch.where(nan, torch.full((), float("nan"), dtype=dtype), floats)
