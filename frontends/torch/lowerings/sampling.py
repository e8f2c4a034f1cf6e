"""Images sampled at the coordinates of a grid, and the gradients (G13.8 to G13.13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.table import lowers

_MODES = ("bilinear", "nearest", "bicubic")
_PADDINGS = ("zeros", "border", "reflection")
"""The names of padding modes, which PyTorch passes as numbers."""


def _way(mode: int, padding: int, corners: bool) -> dict[str, Any]:
    if not 0 <= mode < len(_MODES):
        raise Refused(f"mode is {mode}; it is 0 (bilinear), 1 (nearest) or 2 (bicubic)")
    if not 0 <= padding < len(_PADDINGS):
        raise Refused(f"padding_mode is {padding}; it is 0 (zeros), 1 (border) or 2 (reflection)")
    return {
        "mode": _MODES[mode],
        "padding_mode": _PADDINGS[padding],
        "align_corners": corners,
    }


@lowers("grid_sampler_2d")
def grid_sampler_2d(
    c: Compute,
    input: Tensor,  # noqa: A002
    grid: Tensor,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    into: Tensor | None = None,
) -> Any:
    """Compute `grid_sample`."""
    if not input.dtype.is_floating_point:
        return NATIVE
    way = _way(interpolation_mode, padding_mode, align_corners)
    shape = (*input.shape[:2], *grid.shape[1:3])
    result = c.place_of(into, shape, input.dtype)
    c.call("grid_sample", [input, grid], [result], **way)
    return c.stored(result, into)


@lowers("grid_sampler_2d_backward")
def grid_sampler_2d_backward(
    c: Compute,
    grad_output: Tensor,
    input: Tensor,  # noqa: A002
    grid: Tensor,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    output_mask: Sequence[bool],
) -> Any:
    """Compute `grid_sample_gradient`."""
    way = _way(interpolation_mode, padding_mode, align_corners)
    results = [c.empty(x.shape, dtype=x.dtype) for x in (input, grid)]
    c.call("grid_sample_gradient", [grad_output, input, grid], results, **way)
    return results[0] if output_mask[0] else None, results[1] if output_mask[1] else None
