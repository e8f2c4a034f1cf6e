"""Resampling to a different size, and its gradients (G13).

If a call gives a factor that differs from the ratio of the sizes, resampling_taps.py computes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE
from samebits.torch.lowerings.resampling_taps import (
    by_sizes,
    cubic,
    linear,
    nearest,
    nearest_gradient,
    resampled,
    resampled_gradient,
)
from samebits.torch.table import lowers

Sizes = Sequence[int]


def checked(x: Tensor, size: Sizes) -> None:
    """Raise RuntimeError for sizes that PyTorch cannot resample either."""
    if x.dim() != len(size) + 2 or min(*x.shape[2:], *size) < 1:
        raise RuntimeError(
            f"Input and output sizes should be greater than 0, but got input {list(x.shape)} and "
            f"output {list(size)}"
        )


def require_sizes(grad: Tensor, outer: Sizes, size: Sizes) -> None:
    """Raise RuntimeError unless a gradient has the sizes that the call names."""
    if list(grad.shape) != [*size[:2], *outer]:
        raise RuntimeError(
            f"Expected grad_output to have the same shape as output, {[*size[:2], *outer]}, but "
            f"got {list(grad.shape)}"
        )


_KINDS = {"upsample_linear1d": linear, "upsample_bilinear2d": linear, "upsample_bicubic2d": cubic}


def _forward(
    c: Compute,
    op: str,
    x: Tensor,
    size: Sizes,
    scales: Sequence[float | None],
    into: Tensor | None,
    **attributes: Any,
) -> Any:
    if not x.dtype.is_floating_point:
        return NATIVE
    checked(x, size)
    corners = attributes.get("align_corners", False)
    if not by_sizes(x.shape[2:], size, scales, corners):
        if op in _KINDS:
            return c.stored(resampled(c, _KINDS[op], x, size, scales, corners), into)
        return c.stored(nearest(x, size, scales, attributes["exact"]), into)
    result = c.place_of(into, (*x.shape[:2], *size), x.dtype)
    c.call(op, [x], [result], output_size=tuple(size), **attributes)
    return c.stored(result, into)


def _backward(
    c: Compute,
    op: str,
    grad: Tensor,
    outer: Sizes,
    size: Sizes,
    scales: Sequence[float | None],
    into: Tensor | None,
    **attributes: Any,
) -> Any:
    require_sizes(grad, outer, size)
    corners = attributes.get("align_corners", False)
    if not by_sizes(size[2:], grad.shape[2:], scales, corners):
        if op in _KINDS:
            found = resampled_gradient(c, _KINDS[op], grad, size, scales, corners)
        else:
            found = nearest_gradient(c, grad, size, scales, attributes["exact"])
        return c.stored(found, into)
    result = c.place_of(into, size, grad.dtype)
    c.call(f"{op}_gradient", [grad], [result], input_size=tuple(size[2:]), **attributes)
    return c.stored(result, into)


def _nearest(name: str, *, exact: bool) -> None:
    """Register nearest-neighbour resampling along one and two axes, and the gradients."""

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
        op = "upsample_nearest1d"
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
        op, scales = "upsample_nearest2d", [scales_h, scales_w]
        return _backward(c, op, grad_output, output_size, input_size, scales, into, exact=exact)


_nearest("upsample_nearest", exact=False)
_nearest("_upsample_nearest_exact", exact=True)


@lowers("upsample_linear1d")
def upsample_linear1d(
    c: Compute,
    self: Tensor,
    output_size: Sizes,
    align_corners: bool,
    scales: float | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute `upsample_linear1d` (G13.3)."""
    way = {"align_corners": align_corners}
    return _forward(c, "upsample_linear1d", self, output_size, [scales], into, **way)


@lowers("upsample_linear1d_backward")
def upsample_linear1d_backward(
    c: Compute,
    grad_output: Tensor,
    output_size: Sizes,
    input_size: Sizes,
    align_corners: bool,
    scales: float | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute `upsample_linear1d_gradient` (G13.7)."""
    way = {"align_corners": align_corners}
    return _backward(
        c, "upsample_linear1d", grad_output, output_size, input_size, [scales], into, **way
    )


def _on_two_axes(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Register a resampling along two axes and its gradient, and return both functions."""

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
        scales, way = [scales_h, scales_w], {"align_corners": align_corners}
        return _forward(c, name, self, output_size, scales, into, **way)

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
        scales, way = [scales_h, scales_w], {"align_corners": align_corners}
        return _backward(c, name, grad_output, output_size, input_size, scales, into, **way)

    return forward, backward


_on_two_axes("upsample_bilinear2d")
_on_two_axes("upsample_bicubic2d")
