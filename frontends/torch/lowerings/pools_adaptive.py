"""Pools to a given size, and the way back from a pool with indices (G10.8, G10.9)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.lowerings.pools import Integers, batched, like, pair, to_indices
from samebits.torch.table import lowers


@lowers("_adaptive_avg_pool2d")
def adaptive_avg_pool2d(
    c: Compute, self: Tensor, output_size: Integers, into: Tensor | None = None
) -> Any:
    """`adaptive_avg_pool2d`: the mean of each part (G10.8)."""
    x, size = batched(self), pair(output_size)
    result = torch.empty((*x.shape[:2], *size), dtype=x.dtype)
    if result.numel():
        c.call("adaptive_avg_pool2d", [x], [result], output_size=size)
    return c.stored(like(result, self), into)


@lowers("_adaptive_avg_pool2d_backward")
def adaptive_avg_pool2d_backward(
    c: Compute, grad_output: Tensor, self: Tensor, into: Tensor | None = None
) -> Any:
    """`adaptive_avg_pool2d_gradient` (G10.9)."""
    result = torch.empty(batched(self).shape, dtype=grad_output.dtype)
    size = tuple(result.shape[2:])
    c.call("adaptive_avg_pool2d_gradient", [batched(grad_output)], [result], input_size=size)
    return c.stored(like(result, self), into)


@lowers("adaptive_max_pool2d")
def adaptive_max_pool2d(c: Compute, self: Tensor, output_size: Integers) -> Any:
    """`adaptive_max_pool2d`: the S3 maximum of each part and its first index (G10.8)."""
    x, size = batched(self), pair(output_size)
    shape = (*x.shape[:2], *size)
    result, indices = torch.empty(shape, dtype=x.dtype), torch.empty(shape, dtype=torch.int64)
    if result.numel():
        c.call("adaptive_max_pool2d", [x], [result, indices], output_size=size)
    return like(result, self), like(indices, self)


@lowers("adaptive_max_pool2d_backward")
def adaptive_max_pool2d_backward(
    c: Compute, grad_output: Tensor, self: Tensor, indices: Tensor, into: Tensor | None = None
) -> Any:
    """`max_pool2d_gradient` of its indices (G10.4)."""
    return to_indices(c, grad_output, self, indices, into)


@lowers("max_unpool2d")
def max_unpool2d(
    c: Compute,
    self: Tensor,
    indices: Tensor,
    output_size: Integers,
    into: Tensor | None = None,
) -> Any:
    """A move: elements at the places that indices name, the last one where two name one place."""
    shape = (*self.shape[:-2], *pair(output_size))
    flat = torch.zeros((*self.shape[:-2], shape[-2] * shape[-1]), dtype=self.dtype)
    if indices.numel() and not 0 <= int(indices.min()) <= int(indices.max()) < flat.shape[-1]:
        raise RuntimeError(f"Found an invalid max index for an output of {list(shape)}")
    flat.scatter_(-1, indices.flatten(-2), self.flatten(-2))
    return c.stored(flat.view(shape), into)
