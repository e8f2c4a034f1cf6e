"""Gradients of sliding windows: of `Tensor.unfold`, and of images unfolded to columns (T7)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.lowerings.indexing import gradient_at_places
from samebits.torch.shapes import require_axis
from samebits.torch.table import lowers


@lowers("unfold_backward")
def unfold_backward(
    c: Compute,
    grad_in: Tensor,
    input_sizes: Sequence[int],
    dim: int,
    size: int,
    step: int,
    into: Tensor | None = None,
) -> Any:
    """Compute, for each element, the T1 sum of the gradients of the windows that read it (T7.1)."""
    number = math.prod(input_sizes)
    dim = require_axis(dim, len(input_sizes))
    length = input_sizes[dim] if input_sizes else 1
    if size > length:
        raise Refused(f"windows of {size} on an axis of {length}")
    places = c.arange(number).view(tuple(input_sizes)).unfold(dim, size, step)
    if places.shape != grad_in.shape:
        raise Refused(
            f"the gradient must have the shape {list(places.shape)}, not {list(grad_in.shape)}"
        )
    result = gradient_at_places(c, grad_in.reshape(-1), places.reshape(-1), (number,))
    return c.stored(result.view(tuple(input_sizes)), into)


@lowers("col2im")
def col2im(
    c: Compute,
    self: Tensor,
    output_size: Sequence[int],
    kernel_size: Sequence[int],
    dilation: Sequence[int],
    padding: Sequence[int],
    stride: Sequence[int],
    into: Tensor | None = None,
) -> Any:
    """Compute the gradient of F.unfold: for each pixel, the T1 sum of its copies' gradients."""
    height, width = output_size
    rows, columns = (
        c.arange(k).view(-1, 1) * d
        + c.arange((n + 2 * p - d * (k - 1) - 1) // s + 1).view(1, -1) * s
        - p
        for n, k, d, p, s in zip(output_size, kernel_size, dilation, padding, stride, strict=True)
    )
    y, x = rows[:, None, :, None], columns[None, :, None, :]
    inside = (y >= 0) & (y < height) & (x >= 0) & (x < width)
    places = torch.where(inside, y * width + x, height * width).reshape(-1)
    columns_of = self if self.dim() == 3 else self.unsqueeze(0)
    taps = kernel_size[0] * kernel_size[1]
    if columns_of.shape[1] % taps or columns_of.shape[1] // taps * places.numel() != (
        columns_of.shape[1] * columns_of.shape[2]
    ):
        raise RuntimeError(
            f"Expected {places.numel() // taps} columns of a multiple of {taps} elements for "
            f"the size {list(output_size)}, but got {list(self.shape)}"
        )
    channels = columns_of.shape[1] // taps
    grad = columns_of.reshape(columns_of.shape[0], channels, places.numel())
    shape = (*grad.shape[:2], height * width + 1)
    summed = gradient_at_places(c, grad, places.expand(grad.shape), shape)[..., :-1]
    result = summed.reshape(*grad.shape[:2], height, width)
    return c.stored(result if self.dim() == 3 else result.squeeze(0), into)
