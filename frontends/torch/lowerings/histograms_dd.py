"""Histograms with bin edges, of one or more dimensions: bins by S3.9, weights summed by T7."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.lowerings.indexing import gradient_at_places
from samebits.torch.lowerings.ranges import linspace
from samebits.torch.table import lowers

_KNOWN = (torch.float32, torch.float64)


def _points(x: Tensor) -> Tensor:
    """Return the points as [M, D]. Raises an error if they have no histogram."""
    if x.dtype not in _KNOWN:
        raise Refused(f"PyTorch has no histogram of {x.dtype}; compute in float32")
    if x.dim() < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    if not x.shape[-1]:
        raise Refused("no clause defines a histogram of points without coordinates")
    return x.reshape(-1, x.shape[-1])


def _edges(
    c: Compute, points: Tensor, bins: Sequence[int], ends: Sequence[float] | None
) -> list[Tensor]:
    """Return the bin edges of each axis: the `linspace` between both ends.

    By default the ends are the least and greatest elements. If both ends are the same number, 1/2
    is subtracted from the first and added to the second. If there are no points, they are 0 and 1.
    """
    if len(bins) != points.shape[1] or (ends is not None and len(ends) != 2 * len(bins)):
        raise RuntimeError("torch.histogramdd: bins and range do not fit the size of the last axis")
    found = []
    for axis, count in enumerate(bins):
        if count <= 0:
            raise Refused(f"bins must be above 0, and are {count} for axis {axis}")
        if ends is not None:
            low, high = float(ends[2 * axis]), float(ends[2 * axis + 1])
        elif len(points):
            column = points[:, axis].contiguous()
            low, high = c.reduce("amin", column).item(), c.reduce("amax", column).item()
        else:
            low, high = 0.0, 1.0
        if not (math.isfinite(low) and math.isfinite(high)):
            raise RuntimeError(
                f"torch.histogramdd: dimension {axis}'s range [{low}, {high}] is not finite"
            )
        if low > high:
            raise RuntimeError(
                f"torch.histogramdd: min should not exceed max, but got min {low} max {high} for "
                f"dimension {axis}"
            )
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = c.empty(0, dtype=points.dtype)
        found.append(linspace(c, low, high, count + 1, into=edges))
    return found


def _places(c: Compute, x: Tensor, edges: Tensor) -> tuple[Tensor, Tensor]:
    """Return the bin of each number, and whether the number is inside the range.

    The bin is the number of edges that are at most x, minus 1. The range goes from the first edge
    to the last; the last edge belongs to the last bin.
    """
    count = len(edges) - 1
    above = c.empty(x.shape, dtype=torch.int64)
    c.call("searchsorted", [edges, x], [above], right=True)
    inside = c.each("ge", x, edges[0], to=torch.bool) & c.each("le", x, edges[-1], to=torch.bool)
    return (above - 1).clamp(0, count - 1), inside


def _counted(
    c: Compute, x: Tensor, edges: Sequence[Tensor], weight: Tensor | None, density: bool
) -> Tensor:
    points = _points(x)
    _check(x, points, edges, weight)
    sizes = [len(e) - 1 for e in edges]
    goals = c.zeros(len(points), dtype=torch.int64)
    there = c.ones(len(points), dtype=torch.bool)
    for axis, own in enumerate(edges):
        bin_of, inside = _places(c, points[:, axis].contiguous(), own.contiguous())
        goals, there = goals * sizes[axis] + bin_of, there & inside
    goals, count = goals[there], math.prod(sizes)
    if weight is None:
        result = c.cast(torch.bincount(goals, minlength=count), x.dtype)
    else:
        result = gradient_at_places(c, weight.reshape(-1)[there], goals, [count])
    result = result.view(sizes)
    if density:
        result = c.each("div", result, c.reduce("sum", result))
        for axis, own in enumerate(edges):
            width = c.pair("sub", own[1:].contiguous(), own[:-1].contiguous())
            shape = [-1 if i == axis else 1 for i in range(len(sizes))]
            result = c.each("div", result, width.view(shape))
    return result


def _check(x: Tensor, points: Tensor, edges: Sequence[Tensor], weight: Tensor | None) -> None:
    """Raise RuntimeError for arguments for which PyTorch raises it."""
    if len(edges) != points.shape[1]:
        raise RuntimeError("torch.histogramdd: as many bins are needed as the last axis is long")
    for axis, own in enumerate(edges):
        if own.dim() != 1 or len(own) < 2:
            raise RuntimeError(f"torch.histogramdd: two edges at least for dimension {axis}")
        if own.dtype is not x.dtype:
            raise RuntimeError(
                "torch.histogramdd: input tensor and bins tensors should have the "
                f"same dtype, but got {x.dtype} and {own.dtype}"
            )
    if weight is not None and (weight.dtype is not x.dtype or weight.shape != x.shape[:-1]):
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the dtype of the input "
            f"and its shape excluding the innermost dimension, but got {list(weight.shape)} of "
            f"{weight.dtype}"
        )


@lowers("_histogramdd_bin_edges")
def histogramdd_bin_edges(
    c: Compute,
    self: Tensor,
    bins: Sequence[int],
    *,
    range: Sequence[float] | None = None,  # noqa: A002 (the schema's name)
    weight: Tensor | None = None,
    density: bool = False,
) -> Any:
    """Compute the bin edges of each axis by `linspace`."""
    return _edges(c, _points(self), bins, range)


@lowers("_histogramdd_from_bin_cts")
def histogramdd_from_bin_cts(
    c: Compute,
    self: Tensor,
    bins: Sequence[int],
    *,
    range: Sequence[float] | None = None,  # noqa: A002
    weight: Tensor | None = None,
    density: bool = False,
) -> Any:
    """Compute `_histogramdd_from_bin_tensors` with the edges of `_histogramdd_bin_edges`."""
    return _counted(c, self, _edges(c, _points(self), bins, range), weight, density)


@lowers("_histogramdd_from_bin_tensors")
def histogramdd_from_bin_tensors(
    c: Compute,
    self: Tensor,
    bins: Sequence[Tensor],
    *,
    weight: Tensor | None = None,
    density: bool = False,
) -> Any:
    """Compute the number of points in each bin, or the sum (T7.1) of their weights.

    With `density` the result is divided by the T1 sum of all bins, and then by the width of the bin
    along each axis, beginning with the first axis.
    """
    return _counted(c, self, bins, weight, density)


@lowers("histogram.bin_ct")
def histogram(
    c: Compute,
    self: Tensor,
    bins: int = 100,
    *,
    range: Sequence[float] | None = None,  # noqa: A002
    weight: Tensor | None = None,
    density: bool = False,
) -> Any:
    """Compute the histogram of all elements, and return its bin edges too."""
    edges = _edges(c, _points(self.reshape(-1, 1)), [bins], range)
    return histogram_with_edges(c, self, edges[0], weight=weight, density=density)


@lowers("histogram.bins_tensor")
def histogram_with_edges(
    c: Compute,
    self: Tensor,
    bins: Tensor,
    *,
    weight: Tensor | None = None,
    density: bool = False,
) -> Any:
    """Compute the histogram of all elements with the given bin edges."""
    flat = None if weight is None else weight.reshape(-1)
    return _counted(c, self.reshape(-1, 1), [bins], flat, density), bins.clone()
