"""Volumes read at the places of a grid, and the gradients: G13.8 to G13.11 with one more axis.

The weight of a tap is (that of D * that of H) * that of W; sums go over the taps of D, H and W in
row-major order. The functions here take any number of axes, and have the bits of the ops for two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.lowerings.indexing import gradient_at_places
from samebits.torch.lowerings.sampling import _way
from samebits.torch.memory import empty
from samebits.torch.table import lowers


class Places:
    """Where the places of a grid [N, .., A] lie, and what they read: R places, T taps for each.

    Axis 0 is the last of the image, as the first coordinate is.
    """

    def __init__(self, c: Compute, grid: Tensor, sizes: Sequence[int], way: dict[str, Any]) -> None:
        if way["mode"] not in ("bilinear", "nearest"):
            raise Refused("no clause defines the bicubic grid_sample here; use bilinear or nearest")
        wide = compute_dtype(grid.dtype)
        self.c, self.sizes, self.nearest = c, tuple(reversed(sizes)), way["mode"] == "nearest"
        elements = c.cast(torch.tensor(self.sizes), wide)
        self.ends = c.each("sub", elements, 1.0)
        at = c.each("add", c.cast(grid, wide).flatten(1, -2), 1.0)
        if way["align_corners"]:
            at = c.each("mul", c.each("mul", at, 0.5), self.ends)
            self.span, low = self.ends, 0.0
        else:
            at = c.each("mul", c.each("sub", c.each("mul", at, elements), 1.0), 0.5)
            self.span, low = elements, -0.5
        at, self.way = self._padded(at, low, way["padding_mode"])
        self._read(at)

    def _padded(self, at: Tensor, low: float, mode: str) -> tuple[Tensor, Tensor]:
        """The coordinates within the image (G13.9), and how they follow: 1, -1, or 0 at an edge."""
        c, sign = self.c, torch.ones_like(at)
        if mode == "zeros":
            return at, sign
        if mode == "reflection":
            before = c.each("lt", at, low, to=torch.bool)
            far = c.one("abs", c.each("sub", at, low))
            period = c.each("add", self.span, self.span)
            rest = c.each("fmod", far, period)
            behind = c.each("ge", rest, self.span, to=torch.bool)
            inwards = c.each("where", behind, c.each("sub", period, rest), rest)
            at = c.each("add", inwards, low)
            sign = c.each("where", before != behind, -1.0, sign)
        above = c.each("gt", at, 0.0, to=torch.bool)
        at = c.each("where", above, at, 0.0)
        below = c.each("lt", at, self.ends, to=torch.bool)
        return c.each("where", below, at, self.ends), c.each("where", above & below, sign, 0.0)

    def _read(self, at: Tensor) -> None:
        """The taps (G13.10): `there`, `element` and `weight` [N, R, T], `parts` [N, R, A, K]."""
        c = self.c
        if self.nearest:
            reads = c.one("round_half_even", at).unsqueeze(-1)
            self.parts = torch.ones_like(reads)
        else:
            first = c.one("floor", at)
            part = c.each("sub", at, first)
            reads = torch.stack([first, c.each("add", first, 1.0)], -1)
            self.parts = torch.stack([c.each("sub", 1.0, part), part], -1)
        ends = self.ends.unsqueeze(-1)
        inside = c.each("ge", reads, 0.0, to=torch.bool) & c.each("le", reads, ends, to=torch.bool)
        numbers = torch.where(inside, c.cast(reads, torch.int64), 0)
        self.there, self.element = inside[:, :, -1], numbers[:, :, -1]
        for axis in range(len(self.sizes) - 2, -1, -1):
            both = self.there[..., None] & inside[:, :, axis, None, :]
            element = self.element[..., None] * self.sizes[axis] + numbers[:, :, axis, None, :]
            self.there, self.element = both.flatten(2), element.flatten(2)
        self.weight = self._product([self.parts[:, :, a] for a in range(len(self.sizes))])

    def _product(self, of_axes: Sequence[Tensor]) -> Tensor:
        """The product of what each axis has [N, R, K], the first axis of the image first."""
        whole = of_axes[-1]
        for part in reversed(of_axes[:-1]):
            whole = self.c.each("mul", whole.unsqueeze(-1), part.unsqueeze(2)).flatten(2)
        return whole

    def values(self, x: Tensor) -> Tensor:
        """What each tap reads of each channel: [N, C, R, T]."""
        flat = self.c.cast(x, self.weight.dtype).flatten(2)
        index = self.element.flatten(1).unsqueeze(1).expand(*flat.shape[:2], -1)
        return torch.gather(flat, 2, index).view(*flat.shape[:2], *self.element.shape[1:])

    def sums(self, terms: Tensor, there: Tensor) -> Tensor:
        """The sum T8.1 over the taps."""
        result = empty(terms.shape[:-1], dtype=terms.dtype)
        self.c.call("masked_sum", [terms, there], [result], axes=(-1,), keepdims=False)
        return result

    def sampled(self, x: Tensor) -> Tensor:
        """The result [N, C, R] in the compute format."""
        products = self.c.each("mul", self.values(x), self.weight.unsqueeze(1))
        return self.sums(products, self.there.unsqueeze(1).expand(products.shape))

    def of_image(self, g: Tensor, x: Tensor) -> Tensor:
        """The gradient of x, g being [N, C, R]; what lies outside is cut off."""
        shares = self.c.each("mul", g.unsqueeze(-1), self.weight.unsqueeze(1)).flatten(2)
        count = math.prod(self.sizes)
        goals = torch.where(self.there, self.element, count).flatten(1).unsqueeze(1)
        shape = [*x.shape[:2], count + 1]
        sums = gradient_at_places(self.c, shares, goals.expand(shares.shape), shape)
        return sums[..., :count].reshape(x.shape)

    def of_grid(self, g: Tensor, x: Tensor) -> Tensor:
        """The gradient of the grid [N, R, A] (G13.11)."""
        c, axes = self.c, len(self.sizes)
        if self.nearest:
            return torch.zeros((*self.there.shape[:2], axes), dtype=g.dtype)
        rows = self.values(x).permute(0, 2, 3, 1).flatten(0, 1)
        dots = empty((*rows.shape[:2], 1), dtype=g.dtype)
        c.call("bmm", [rows, g.permute(0, 2, 1).reshape(len(rows), -1, 1)], [dots])
        dots = dots.view(self.there.shape)
        signs, slopes = torch.tensor([-1.0, 1.0], dtype=g.dtype), []
        for own in range(axes):
            parts = [self.parts[:, :, a] for a in range(axes)]
            parts[own] = signs.expand(parts[own].shape)
            terms = c.each("mul", dots, self._product(parts))
            slopes.append(self.sums(terms, self.there))
        slope = torch.stack(slopes, -1)
        moving = c.each("ne", self.way, 0.0, to=torch.bool)
        slope = c.each("where", moving, c.each("mul", slope, self.way), 0.0)
        return c.each("mul", slope, c.each("mul", self.span, 0.5))


@lowers("grid_sampler_3d")
def grid_sampler_3d(
    c: Compute,
    input: Tensor,  # noqa: A002
    grid: Tensor,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
) -> Any:
    """`grid_sample` of volumes."""
    if not input.dtype.is_floating_point:
        return NATIVE
    way = _way(interpolation_mode, padding_mode, align_corners)
    result = Places(c, grid, input.shape[2:], way).sampled(input)
    return c.cast(result.view(*input.shape[:2], *grid.shape[1:-1]), input.dtype)


@lowers("grid_sampler_3d_backward")
def grid_sampler_3d_backward(
    c: Compute,
    grad_output: Tensor,
    input: Tensor,  # noqa: A002
    grid: Tensor,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    output_mask: Sequence[bool],
) -> Any:
    """`grid_sample_gradient` of volumes."""
    places = Places(c, grid, input.shape[2:], _way(interpolation_mode, padding_mode, align_corners))
    g = c.cast(grad_output, compute_dtype(grad_output.dtype)).flatten(2)
    of_image = c.cast(places.of_image(g, input), input.dtype) if output_mask[0] else None
    of_grid = c.cast(places.of_grid(g, input), grid.dtype) if output_mask[1] else None
    return of_image, None if of_grid is None else of_grid.view(grid.shape)
