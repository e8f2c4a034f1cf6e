"""The nearest element along three axes, and the gradient (G13.2, G13.7): a move, and sums T7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.lowerings.indexing import gradient_at_places
from samebits.torch.lowerings.resampling import refuse_other_factors, require_sizes
from samebits.torch.table import lowers

Sizes = Sequence[int]


def _read(n: int, p: int, half: int) -> Tensor:
    """Place i of p reads the element floor((i + half / 2) n / p) of n."""
    return (2 * torch.arange(p) + half).mul_(n).div_(2 * p, rounding_mode="floor")


def _forward(x: Tensor, size: Sizes, scales: Sequence[float | None], half: int) -> Tensor:
    refuse_other_factors(x.shape[2:], size, scales, corners=False)
    for axis, p in enumerate(size, start=2):
        x = x.index_select(axis, _read(x.shape[axis], p, half))
    return x


def _backward(
    c: Compute, grad: Tensor, outer: Sizes, inner: Sizes, scales: Sequence[float | None], half: int
) -> Tensor:
    """To each element the sum T7.1 of the gradients of the places that read it."""
    require_sizes(grad, outer, inner)
    refuse_other_factors(inner[2:], grad.shape[2:], scales, corners=False)
    places = torch.zeros((1, 1, 1), dtype=torch.int64)
    for axis, n in enumerate(inner[2:]):
        shape = [1, 1, 1]
        shape[axis] = -1
        places = places * n + _read(n, grad.shape[2 + axis], half).view(shape)
    flat = grad.flatten(2)
    shape = [*inner[:2], inner[2] * inner[3] * inner[4]]
    result = gradient_at_places(c, flat, places.reshape(-1).expand(flat.shape), shape)
    return result.view(tuple(inner))


def _enter(name: str, half: int) -> None:
    @lowers(f"{name}3d")
    def forward(
        c: Compute,
        self: Tensor,
        output_size: Sizes,
        scales_d: float | None = None,
        scales_h: float | None = None,
        scales_w: float | None = None,
    ) -> Any:
        return _forward(self, output_size, [scales_d, scales_h, scales_w], half)

    @lowers(f"{name}3d_backward")
    def backward(
        c: Compute,
        grad_output: Tensor,
        output_size: Sizes,
        input_size: Sizes,
        scales_d: float | None = None,
        scales_h: float | None = None,
        scales_w: float | None = None,
    ) -> Any:
        scales = [scales_d, scales_h, scales_w]
        return _backward(c, grad_output, output_size, input_size, scales, half)


_enter("upsample_nearest", half=0)
_enter("_upsample_nearest_exact", half=1)
