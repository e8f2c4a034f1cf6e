"""Histograms: bins by ops of the specification, exact counts, and sums of weights."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import SHORT
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.table import lowers


@lowers("histc")
def histc(
    c: Compute,
    self: Tensor,
    bins: int = 100,
    min: float = 0,  # noqa: A002 (the schema's name)
    max: float = 0,  # noqa: A002
) -> Any:
    """Count the elements in each of `bins` equal parts of [min, max], in the dtype of self.

    x is in part floor(((x - min) * bins) / (max - min)), each op rounded once (R4); x = max is in
    the last part. Elements outside the range, and NaN, are not counted. If min = max, the range
    goes from the least to the greatest element; if these are equal, it is extended by 1 at both
    ends.
    """
    dtype = self.dtype
    if not dtype.is_floating_point:
        return NATIVE
    if dtype in SHORT:
        raise Refused(f"PyTorch has no histogram of {dtype}; convert to float32")
    if bins <= 0:
        raise RuntimeError(f"torch.histc(): bins must be > 0, but got {bins}")
    x = self.reshape(-1)
    least, most = _range(c, x, min, max)
    inside = torch.logical_and(_holds(c, "ge", x, least), _holds(c, "le", x, most))
    x = x[inside]
    scaled = c.each("mul", c.each("sub", x, least), bins)
    part = c.each("floor", c.each("div", scaled, c.each("sub", most, least)))
    places = c.cast(part, torch.int64).clamp_(0, bins - 1)
    return c.cast(torch.bincount(places, minlength=bins), dtype)


@lowers("bincount")
def bincount(c: Compute, self: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Any:
    """Count how often each number occurs, or sum the weights of its occurrences in order (T7).

    Sums are in float32 if the weights are float32, and otherwise in float64, as in PyTorch.
    """
    if weights is None or not self.numel():
        return NATIVE
    if weights.dim() != 1 or weights.numel() != self.numel():
        raise RuntimeError("weights should be 1-d and have the same length as input")
    dtype = torch.float32 if weights.dtype is torch.float32 else torch.float64
    count = torch.bincount(self, minlength=minlength).numel()
    sums, zeros = c.empty(count, dtype=dtype), c.zeros(count, dtype=dtype)
    operands = [zeros, self.to(torch.int64), c.cast(weights, dtype)]
    c.call("index_add", operands, [sums], axis=0)
    return sums


def _holds(c: Compute, op: str, x: Tensor, end: Tensor) -> Tensor:
    return c.each(op, x, end, to=torch.bool)


def _range(c: Compute, x: Tensor, least: float, most: float) -> tuple[Tensor, Tensor]:
    """Return both ends of the range in the dtype of x. Raises RuntimeError if PyTorch would."""
    ends = c.scalar(least, x.dtype), c.scalar(most, x.dtype)
    if least == most and x.numel():
        ends = c.reduce("amin", x), c.reduce("amax", x)
    low, high = ends[0].item(), ends[1].item()
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(f"range of [{low}, {high}] is not finite")
    if low > high:
        raise RuntimeError("max must be larger than min")
    if low == high:
        return c.each("sub", ends[0], 1.0), c.each("add", ends[1], 1.0)
    return ends
