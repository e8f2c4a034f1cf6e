"""Gradients of paddings that repeat elements: T1 sums at the indices of these elements (T7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.lowerings.indexing import gradient_at_places
from samebits.torch.table import lowers


def _read(c: Compute, n: int, before: int, after: int, mode: str) -> Tensor:
    """Return, for each index of a padded axis, the index of the element that it reads (S2.pad)."""
    places = c.arange(-before, n + after)
    if mode == "replicate":
        return places.clamp(0, n - 1)
    places = torch.where(places < 0, -places, places)
    return torch.where(places >= n, 2 * (n - 1) - places, places)


def _backward(
    c: Compute, grad: Tensor, x: Tensor, padding: Sequence[int], mode: str, into: Tensor | None
) -> Any:
    """Compute the gradient of a padding. `padding` begins with the widths for the last axis."""
    axes = len(padding) // 2
    sizes = x.shape[-axes:]
    places = c.zeros((1,) * axes, dtype=torch.int64)
    for axis, n in enumerate(sizes):
        before, after = padding[2 * (axes - 1 - axis) : 2 * (axes - axis)]
        shape = [1] * axes
        shape[axis] = -1
        places = places * n + _read(c, n, before, after, mode).view(shape)
    if grad.shape[-axes:] != places.shape or grad.shape[:-axes] != x.shape[:-axes]:
        raise RuntimeError(
            f"gradOutput width unexpected. Expected: {[*x.shape[:-axes], *places.shape]}, Got: "
            f"{list(grad.shape)}"
        )
    flat = grad.reshape(*grad.shape[:-axes], places.numel())
    wanted = (*x.shape[:-axes], x[(0,) * (x.dim() - axes)].numel() if x.numel() else 0)
    if not x.numel():
        return c.stored(c.zeros(x.shape, dtype=grad.dtype), into)
    result = gradient_at_places(c, flat, places.reshape(-1).expand(flat.shape), wanted)
    return c.stored(result.view(x.shape), into)


def _pad(mode: str, name: str, axes: int) -> None:
    @lowers(f"{name}{axes}d_backward")
    def backward(
        c: Compute,
        grad_output: Tensor,
        self: Tensor,
        padding: Sequence[int],
        into: Tensor | None = None,
    ) -> Any:
        if len(padding) != 2 * axes:
            raise RuntimeError(f"padding size is expected to be {2 * axes}")
        return _backward(c, grad_output, self, padding, mode, into)


for _axes in (1, 2, 3):
    _pad("reflect", "reflection_pad", _axes)
    _pad("replicate", "replication_pad", _axes)
