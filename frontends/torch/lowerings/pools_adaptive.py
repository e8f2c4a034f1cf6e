"""Pooling to a given output size, and unpooling by the indices of a pool (G10.8, G10.9)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.asking import require_fit
from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.lowerings.pools import Integers, batched, like, pair, to_indices
from samebits.torch.table import lowers


def require_axes(name: str, size: Integers, axes: int) -> None:
    """Raise RuntimeError unless `size` has an entry for each axis."""
    if not isinstance(size, int) and len(size) != axes:
        raise RuntimeError(f"{name}: output_size must be {axes}")


@lowers("_adaptive_avg_pool2d")
def adaptive_avg_pool2d(
    c: Compute, self: Tensor, output_size: Integers, into: Tensor | None = None
) -> Any:
    """Compute `adaptive_avg_pool2d`: the mean of each part (G10.8)."""
    require_axes("adaptive_avg_pool2d", output_size, 2)
    x, size = batched(self), pair(output_size)
    result = c.empty((*x.shape[:2], *size), dtype=x.dtype)
    if result.numel():
        c.call("adaptive_avg_pool2d", [x], [result], output_size=size)
    return c.stored(like(result, self), into)


@lowers("_adaptive_avg_pool2d_backward")
def adaptive_avg_pool2d_backward(
    c: Compute, grad_output: Tensor, self: Tensor, into: Tensor | None = None
) -> Any:
    """Compute `adaptive_avg_pool2d_gradient` (G10.9)."""
    result = c.empty(batched(self).shape, dtype=grad_output.dtype)
    size = tuple(result.shape[2:])
    c.call("adaptive_avg_pool2d_gradient", [batched(grad_output)], [result], input_size=size)
    return c.stored(like(result, self), into)


@lowers("adaptive_max_pool2d")
def adaptive_max_pool2d(c: Compute, self: Tensor, output_size: Integers) -> Any:
    """Compute `adaptive_max_pool2d`: the maximum (S3) of each part and its first index (G10.8)."""
    require_axes("adaptive_max_pool2d", output_size, 2)
    x, size = batched(self), pair(output_size)
    shape = (*x.shape[:2], *size)
    result, indices = c.empty(shape, dtype=x.dtype), c.empty(shape, dtype=torch.int64)
    if result.numel():
        c.call("adaptive_max_pool2d", [x], [result, indices], output_size=size)
    return like(result, self), like(indices, self)


@lowers("adaptive_max_pool2d_backward")
def adaptive_max_pool2d_backward(
    c: Compute, grad_output: Tensor, self: Tensor, indices: Tensor, into: Tensor | None = None
) -> Any:
    """Compute `max_pool2d_gradient` with these indices (G10.4)."""
    return to_indices(c, grad_output, self, indices, into)


def _unpooled(
    c: Compute, x: Tensor, indices: Tensor, size: tuple[int, ...], into: Tensor | None
) -> Any:
    """Move elements to the given indices of the output.

    If an index repeats, the last element wins.
    """
    if 0 in size:
        raise Refused(f"an output of {list(size)} has no place")
    outer = x.shape[: x.dim() - len(size)]
    places = math.prod(size)
    if x.shape != indices.shape:
        raise RuntimeError(
            f"Expected shape of indices to be the shape of the input tensor ({list(x.shape)})"
        )
    if indices.numel() and not 0 <= int(indices.min()) <= int(indices.max()) < places:
        raise RuntimeError(f"Found an invalid max index for an output of {list(size)}")
    flat = c.zeros((*outer, places), dtype=x.dtype)
    flat.scatter_(-1, indices.flatten(-len(size)), x.flatten(-len(size)))
    return c.stored(flat.view(*outer, *size), into)


@lowers("max_unpool2d")
def max_unpool2d(
    c: Compute,
    self: Tensor,
    indices: Tensor,
    output_size: Integers,
    into: Tensor | None = None,
) -> Any:
    """Invert a pool along two axes: move each element back to its index."""
    require_axes("max_unpool2d", output_size, 2)
    return _unpooled(c, self, indices, pair(output_size), into)


@lowers("max_unpool3d")
def max_unpool3d(
    c: Compute,
    self: Tensor,
    indices: Tensor,
    output_size: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    into: Tensor | None = None,
) -> Any:
    """Invert a pool along three axes. Of the arguments, only the output size affects the result."""
    require_fit("max_unpool3d", self, indices, output_size, stride, padding)
    return _unpooled(c, self, indices, tuple(output_size), into)
