"""Pooling with random windows along two and three axes, and the gradients (G10)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.lowerings.indexing import gradient_at_places
from samebits.torch.lowerings.pools import batched, like
from samebits.torch.promotion import widened
from samebits.torch.table import lowers

Sizes = Sequence[int]


def _starts(c: Compute, u: Tensor, n: int, window: int, places: int) -> Tensor:
    """Return the start index of each window of an axis [N, C, places]; the last is n - window."""
    last = c.full((*u.shape, 1), n - window, dtype=torch.int64)
    if places == 1:
        return last
    step = c.pair("div", c.scalar(n - window, u.dtype), float(places - 1))
    numbers = c.cast(c.arange(places - 1), u.dtype)
    ahead = c.each("mul", c.each("add", numbers, u.unsqueeze(-1)), step)
    first = c.cast(c.each("mul", u, step), torch.int64)
    starts = torch.cat([c.cast(ahead, torch.int64) - first.unsqueeze(-1), last], -1)
    if bool(((starts < 0) | (starts > n - window)).any()):
        raise RuntimeError("fractional_max_pool: index OOB, are all random_samples in [0, 1)?")
    return starts


def _taps(c: Compute, x: Tensor, window: Sizes, size: Sizes, samples: Tensor) -> Tensor:
    """Return the flat index of the element that each tap of each window reads: [N, C, P, T]."""
    axes, (u,) = len(size), widened(c, samples.dtype, samples)
    order = (1, 0) if axes == 2 else (0, 1, 2)  # for two axes, the width is the first sample
    at = c.zeros((*x.shape[:2], 1, 1), dtype=torch.int64)
    for axis, (p, k) in enumerate(zip(size, window, strict=True)):
        n = x.shape[2 + axis]
        if p < 1 or k < 1:
            raise Refused(
                f"no clause defines a pool of {k} or an output of {p}: both are 1 or more"
            )
        if p + k + axes - 3 > n:  # the limit is one lower for three axes, as in PyTorch
            raise RuntimeError(
                f"fractional_max_pool: a pool of {k} and an output of {p} are too large for an "
                f"input of {n}"
            )
        starts = _starts(c, u[..., order[axis]].contiguous(), n, k, p)
        read = starts.unsqueeze(-1) + c.arange(k)
        both = (at * n)[:, :, :, None, :, None] + read[:, :, None, :, None, :]
        at = both.flatten(4, 5).flatten(2, 3)
    return at


def _forward(
    c: Compute, self: Tensor, window: Sizes, size: Sizes, samples: Tensor
) -> tuple[Tensor, Tensor]:
    x = batched(self, len(size) + 2)
    samples = samples[: x.shape[0]]  # PyTorch allows more samples than images
    if samples.dtype != x.dtype or tuple(samples.shape) != (*x.shape[:2], len(size)):
        raise RuntimeError(
            f"Expect _random_samples of shape {[*x.shape[:2], len(size)]} and of the dtype of the "
            f"input, got {list(samples.shape)} of {samples.dtype}"
        )
    at = _taps(c, x, window, size, samples)
    flat = x.flatten(2)
    shown = torch.gather(flat, 2, at.flatten(2)).view(at.shape)
    first = c.reduce("argmax", shown, -1, True, to=torch.int64)
    shape = (*x.shape[:2], *size)
    values = torch.gather(shown, -1, first).view(shape)
    return like(values, self), like(torch.gather(at, -1, first).view(shape), self)


def _each(name: str, given: Sizes, axes: int) -> list[int]:
    """Return a size for each axis. Raises RuntimeError if the number of sizes is wrong."""
    if len(given) != axes:
        raise RuntimeError(f"{name} must either be a single Int or tuple of {axes} Ints")
    return list(given)


def _backward(c: Compute, grad: Tensor, self: Tensor, size: Sizes, indices: Tensor) -> Tensor:
    """Compute, for each element, the T1 sum of the gradients with its index (G10.4)."""
    axes = len(size) + 2
    if list(grad.shape[self.dim() - len(size) :]) != list(size) or grad.shape != indices.shape:
        raise RuntimeError(f"gradOutput sizes unexpected: {list(grad.shape)} for {list(size)}")
    if indices.dtype is not torch.int64:
        raise RuntimeError(f"indices must be of int64, got {indices.dtype}")
    whole = batched(self, axes)
    flat, goals = batched(grad, axes).flatten(2), batched(indices, axes).flatten(2)
    sums = gradient_at_places(c, flat, goals, [*whole.shape[:2], math.prod(whole.shape[2:])])
    return like(sums.view(whole.shape), self)


def _enter(axes: int) -> None:
    name = f"fractional_max_pool{axes}d"

    @lowers(name)
    def forward(
        c: Compute, self: Tensor, kernel_size: Sizes, output_size: Sizes, random_samples: Tensor
    ) -> Any:
        """Compute the maximum (S3) of each window, and its first index (G10.3)."""
        if not self.dtype.is_floating_point:
            return NATIVE
        window = _each("kernel_size", kernel_size, axes)
        size = _each("output_size", output_size, axes)
        return _forward(c, self, window, size, random_samples)

    @lowers(f"{name}_backward")
    def backward(
        c: Compute,
        grad_output: Tensor,
        self: Tensor,
        kernel_size: Sizes,
        output_size: Sizes,
        indices: Tensor,
    ) -> Any:
        size = _each("output_size", output_size, axes)
        return _backward(c, grad_output, self, size, indices)


_enter(2)
_enter(3)
