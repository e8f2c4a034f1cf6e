"""Resampling to another size and its gradients (G13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.table import lowers

Sizes = Sequence[int]


def refuse_other_factors(
    inner: Sizes, outer: Sizes, scales: Sequence[float | None], corners: bool
) -> None:
    """Refuse a factor that is not the ratio of the sizes, which alone tells where places lie."""
    for n, p, scale in zip(inner, outer, scales, strict=True):
        if scale is not None and not corners and scale > 0 and Fraction(scale) * n != p:
            raise Refused(
                f"a factor of {scale} that does not bring {n} to {p} exactly (G13.1); give "
                "size=, or recompute_scale_factor=True"
            )


def _forward(
    c: Compute,
    op: str,
    x: Tensor,
    size: Sizes,
    scales: Sequence[float | None],
    into: Tensor | None,
    corners: bool = False,
    **attributes: Any,
) -> Any:
    if not x.dtype.is_floating_point:
        return NATIVE
    if x.dim() != len(size) + 2 or min(*x.shape[2:], *size) < 1:
        raise RuntimeError(
            f"Input and output sizes should be greater than 0, but got input {list(x.shape)} and "
            f"output {list(size)}"
        )
    refuse_other_factors(x.shape[2:], size, scales, corners)
    result = c.place_of(into, (*x.shape[:2], *size), x.dtype)
    c.call(op, [x], [result], output_size=tuple(size), **attributes)
    return c.stored(result, into)


def require_sizes(grad: Tensor, outer: Sizes, size: Sizes) -> None:
    """Raise RuntimeError unless a gradient has the places that its call says."""
    if list(grad.shape) != [*size[:2], *outer]:
        raise RuntimeError(
            f"Expected grad_output to have the same shape as output, {[*size[:2], *outer]}, but "
            f"got {list(grad.shape)}"
        )


def _backward(
    c: Compute,
    op: str,
    grad: Tensor,
    outer: Sizes,
    size: Sizes,
    scales: Sequence[float | None],
    into: Tensor | None,
    corners: bool = False,
    **attributes: Any,
) -> Any:
    require_sizes(grad, outer, size)
    refuse_other_factors(size[2:], outer, scales, corners)
    result = c.place_of(into, size, grad.dtype)
    c.call(op, [grad], [result], input_size=tuple(size[2:]), **attributes)
    return c.stored(result, into)


def _nearest(name: str, *, exact: bool) -> None:
    """Enter the nearest neighbour of one and of two axes, and their gradients."""

    @lowers(f"{name}1d")
    def one(
        c: Compute,
        self: Tensor,
        output_size: Sizes,
        scales: float | None = None,
        into: Tensor | None = None,
    ) -> Any:
        return _forward(c, "upsample_nearest1d", self, output_size, [scales], into, exact=exact)

    @lowers(f"{name}2d")
    def two(
        c: Compute,
        self: Tensor,
        output_size: Sizes,
        scales_h: float | None = None,
        scales_w: float | None = None,
        into: Tensor | None = None,
    ) -> Any:
        scales = [scales_h, scales_w]
        return _forward(c, "upsample_nearest2d", self, output_size, scales, into, exact=exact)

    @lowers(f"{name}1d_backward")
    def one_backward(
        c: Compute,
        grad_output: Tensor,
        output_size: Sizes,
        input_size: Sizes,
        scales: float | None = None,
        into: Tensor | None = None,
    ) -> Any:
        op = "upsample_nearest1d_gradient"
        return _backward(c, op, grad_output, output_size, input_size, [scales], into, exact=exact)

    @lowers(f"{name}2d_backward")
    def two_backward(
        c: Compute,
        grad_output: Tensor,
        output_size: Sizes,
        input_size: Sizes,
        scales_h: float | None = None,
        scales_w: float | None = None,
        into: Tensor | None = None,
    ) -> Any:
        op, scales = "upsample_nearest2d_gradient", [scales_h, scales_w]
        return _backward(c, op, grad_output, output_size, input_size, scales, into, exact=exact)


_nearest("upsample_nearest", exact=False)
_nearest("_upsample_nearest_exact", exact=True)


@lowers("upsample_linear1d")
def linear(
    c: Compute,
    self: Tensor,
    output_size: Sizes,
    align_corners: bool,
    scales: float | None = None,
    into: Tensor | None = None,
) -> Any:
    """`upsample_linear1d` (G13.3)."""
    op, corners = "upsample_linear1d", align_corners
    return _forward(c, op, self, output_size, [scales], into, corners, align_corners=corners)


@lowers("upsample_linear1d_backward")
def linear_backward(
    c: Compute,
    grad_output: Tensor,
    output_size: Sizes,
    input_size: Sizes,
    align_corners: bool,
    scales: float | None = None,
    into: Tensor | None = None,
) -> Any:
    """`upsample_linear1d_gradient` (G13.7)."""
    op, corners = "upsample_linear1d_gradient", align_corners
    return _backward(
        c, op, grad_output, output_size, input_size, [scales], into, corners, align_corners=corners
    )


def _on_two_axes(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Enter a resampling of two axes and its gradient."""

    @lowers(name)
    def forward(
        c: Compute,
        self: Tensor,
        output_size: Sizes,
        align_corners: bool,
        scales_h: float | None = None,
        scales_w: float | None = None,
        into: Tensor | None = None,
    ) -> Any:
        scales, corners = [scales_h, scales_w], align_corners
        return _forward(c, name, self, output_size, scales, into, corners, align_corners=corners)

    @lowers(f"{name}_backward")
    def backward(
        c: Compute,
        grad_output: Tensor,
        output_size: Sizes,
        input_size: Sizes,
        align_corners: bool,
        scales_h: float | None = None,
        scales_w: float | None = None,
        into: Tensor | None = None,
    ) -> Any:
        op, scales, corners = f"{name}_gradient", [scales_h, scales_w], align_corners
        return _backward(
            c,
            op,
            grad_output,
            output_size,
            input_size,
            scales,
            into,
            corners,
            align_corners=corners,
        )

    return forward, backward


_on_two_axes("upsample_bilinear2d")
_on_two_axes("upsample_bicubic2d")
