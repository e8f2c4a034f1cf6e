"""Convert floats to integers in the order of S3, so that exact integer ops can compare them."""

from __future__ import annotations

import torch
from torch import Tensor

from samebits.torch.errors import Refused

_INFINITY = {
    torch.float64: (torch.int64, 0x7FF0000000000000),
    torch.float32: (torch.int32, 0x7F800000),
    torch.float16: (torch.int16, 0x7C00),
    torch.bfloat16: (torch.int16, 0x7F80),
}
"""For each float dtype: the integer dtype of the same size, and the bits of infinity."""


def _bits(x: Tensor) -> tuple[Tensor, int]:
    if x.dtype not in _INFINITY:
        raise Refused(f"elements of {x.dtype} are not compared here; convert them before")
    dtype, infinity = _INFINITY[x.dtype]
    return x.view(dtype), infinity


def is_nan(x: Tensor) -> Tensor:
    """Return a mask of the elements that are NaN, found by their bits."""
    bits, infinity = _bits(x)
    return (bits & torch.iinfo(bits.dtype).max) > infinity


def ordered(x: Tensor, *, nan_least: bool) -> Tensor:
    """Return an integer for each element, in the order of S3: -0 below +0, and NaN at one end.

    NaN is below all other elements if `nan_least`, else above them. Two elements have the same
    integer if they have the same bits, or if both are NaN.
    """
    bits, infinity = _bits(x)
    limits = torch.iinfo(bits.dtype)
    keys = torch.where(bits < 0, bits ^ limits.max, bits)
    return torch.where(
        (bits & limits.max) > infinity, limits.min if nan_least else limits.max, keys
    )


def unordered(keys: Tensor, dtype: torch.dtype) -> Tensor:
    """Return the floats from which `ordered` made these integers; NaN becomes the canonical NaN."""
    limits = torch.iinfo(keys.dtype)
    floats = torch.where(keys < 0, keys ^ limits.max, keys).view(dtype)
    nan = (keys == limits.max) | (keys == limits.min)
    return torch.where(nan, floats.new_full((), float("nan")), floats)
