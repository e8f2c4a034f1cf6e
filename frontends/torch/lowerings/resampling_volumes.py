"""Resampling along three axes, antialiased resampling along two, and the gradients (G13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE
from samebits.torch.lowerings.resampling import checked, require_sizes
from samebits.torch.lowerings.resampling_taps import (
    Kind,
    linear,
    nearest,
    nearest_gradient,
    resampled,
    resampled_gradient,
    smooth_cubic,
    smooth_linear,
)
from samebits.torch.table import lowers

Sizes = Sequence[int]


def _enter_nearest(name: str, *, exact: bool) -> None:
    @lowers(f"{name}3d")
    def forward(
        c: Compute,
        self: Tensor,
        output_size: Sizes,
        scales_d: float | None = None,
        scales_h: float | None = None,
        scales_w: float | None = None,
    ) -> Any:
        if not self.dtype.is_floating_point:
            return NATIVE
        checked(self, output_size)
        return nearest(self, output_size, [scales_d, scales_h, scales_w], exact)

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
        require_sizes(grad_output, output_size, input_size)
        scales = [scales_d, scales_h, scales_w]
        return nearest_gradient(c, grad_output, input_size, scales, exact)


_enter_nearest("upsample_nearest", exact=False)
_enter_nearest("_upsample_nearest_exact", exact=True)


@lowers("upsample_trilinear3d")
def upsample_trilinear3d(
    c: Compute,
    self: Tensor,
    output_size: Sizes,
    align_corners: bool,
    scales_d: float | None = None,
    scales_h: float | None = None,
    scales_w: float | None = None,
) -> Any:
    """Compute weighted sums of two neighbours along three axes, as in G13.3 to G13.6.

    The last axis is processed first.
    """
    if not self.dtype.is_floating_point:
        return NATIVE
    checked(self, output_size)
    scales = [scales_d, scales_h, scales_w]
    return resampled(c, linear, self, output_size, scales, align_corners)


@lowers("upsample_trilinear3d_backward")
def upsample_trilinear3d_backward(
    c: Compute,
    grad_output: Tensor,
    output_size: Sizes,
    input_size: Sizes,
    align_corners: bool,
    scales_d: float | None = None,
    scales_h: float | None = None,
    scales_w: float | None = None,
) -> Any:
    """Compute the gradient of `upsample_trilinear3d`; the first axis is processed first (G13.7)."""
    require_sizes(grad_output, output_size, input_size)
    scales = [scales_d, scales_h, scales_w]
    return resampled_gradient(c, linear, grad_output, input_size, scales, align_corners)


def _enter_smooth(name: str, kind: Kind) -> None:
    """Register an antialiased resampling along two axes and its gradient."""

    @lowers(name)
    def forward(
        c: Compute,
        self: Tensor,
        output_size: Sizes,
        align_corners: bool,
        scales_h: float | None = None,
        scales_w: float | None = None,
    ) -> Any:
        if not self.dtype.is_floating_point:
            return NATIVE
        checked(self, output_size)
        return resampled(c, kind, self, output_size, [scales_h, scales_w], align_corners)

    @lowers(f"{name}_backward")
    def backward(
        c: Compute,
        grad_output: Tensor,
        output_size: Sizes,
        input_size: Sizes,
        align_corners: bool,
        scales_h: float | None = None,
        scales_w: float | None = None,
    ) -> Any:
        require_sizes(grad_output, output_size, input_size)
        scales = [scales_h, scales_w]
        return resampled_gradient(c, kind, grad_output, input_size, scales, align_corners)


_enter_smooth("_upsample_bilinear2d_aa", smooth_linear)
_enter_smooth("_upsample_bicubic2d_aa", smooth_cubic)
