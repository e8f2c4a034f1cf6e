"""Pooling with windows along one and two axes, with indices and gradients (G10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.asking import require_fit
from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE
from samebits.torch.table import lowers, recomposes

Integers = Sequence[int] | int


def pair(values: Integers) -> tuple[int, int]:
    """Return two integers; a single integer counts for both, as in PyTorch."""
    if isinstance(values, int):
        return (values, values)
    first = values[0]
    return (first, values[-1])


def batched(x: Tensor, axes: int = 4) -> Tensor:
    """Return the tensor with an axis for samples, which is added if it is missing."""
    if x.dim() not in (axes - 1, axes):
        raise RuntimeError(f"Expected {axes - 1}D or {axes}D input, but got {list(x.shape)}")
    return x if x.dim() == axes else x.unsqueeze(0)


def like(result: Tensor, x: Tensor) -> Tensor:
    """Return the result, without the axis for samples if x does not have this axis."""
    return result if x.dim() == result.dim() else result.squeeze(0)


def places_of(
    sizes: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    ceil_mode: bool,
) -> list[int]:
    """Return the output size along each spatial axis (G10.1).

    Raises RuntimeError for the errors of G10.2.
    """
    places = []
    if min(*kernel, *stride) < 1:
        raise RuntimeError(
            f"kernel_size={list(kernel)} and stride={list(stride)} should be greater than zero"
        )
    for n, k, s, p, d in zip(sizes, kernel, stride, padding, dilation, strict=True):
        if p > (d * (k - 1) + 1) // 2:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={p}, "
                f"kernel_size={k} and dilation={d}"
            )
        span = n + 2 * p - (d * (k - 1) + 1) + (s - 1 if ceil_mode else 0)
        places.append(min(span // s, (n + p - 1) // s) + 1)
    if min(places) < 1 or 0 in sizes:
        raise RuntimeError(f"Output size {places} of an input of {list(sizes)} is too small")
    return places


@lowers("max_pool2d_with_indices")
def max_pool2d(
    c: Compute,
    self: Tensor,
    kernel_size: Integers,
    stride: Integers = (),
    padding: Integers = (0, 0),
    dilation: Integers = (1, 1),
    ceil_mode: bool = False,
) -> Any:
    """Compute `max_pool2d`: the maximum (S3) of each window and its first index."""
    if not self.dtype.is_floating_point:
        return NATIVE
    x, window = batched(self), pair(kernel_size)
    steps = pair(stride) if stride else window
    around, apart = pair(padding), pair(dilation)
    shape = (*x.shape[:2], *places_of(x.shape[2:], window, steps, around, apart, ceil_mode))
    result, indices = c.empty(shape, dtype=x.dtype), c.empty(shape, dtype=torch.int64)
    key = ("max_pool2d", x.dtype, window, steps, around, apart, ceil_mode)
    run = c.kept.get(key)
    if run is None:
        given = {"kernel_size": window, "stride": steps, "padding": around, "dilation": apart}
        run = c.keep(key, "max_pool2d", [x], [result, indices], **given, ceil_mode=ceil_mode)
    run(x, result, indices)
    return like(result, self), like(indices, self)


def to_indices(c: Compute, grad: Tensor, x: Tensor, indices: Tensor, into: Tensor | None) -> Any:
    """Compute the gradient of a pool with indices (G10.4)."""
    result = c.empty(batched(x).shape, dtype=grad.dtype)
    size = tuple(result.shape[2:])
    c.call("max_pool2d_gradient", [batched(grad), batched(indices)], [result], input_size=size)
    return c.stored(like(result, x), into)


@lowers("max_pool2d_with_indices_backward")
def max_pool2d_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    kernel_size: Integers,
    stride: Integers,
    padding: Integers,
    dilation: Integers,
    ceil_mode: bool,
    indices: Tensor,
    into: Tensor | None = None,
) -> Any:
    """Compute `max_pool2d_gradient`: each element gets the T1 sum of gradients with its index."""
    words = (kernel_size, stride, padding, dilation, ceil_mode)
    require_fit("max_pool2d_with_indices_backward", grad_output, self, *words, indices)
    return to_indices(c, grad_output, self, indices, into)


@recomposes("max_pool1d")
def max_pool1d(
    self: Tensor,
    kernel_size: Integers,
    stride: Integers = (),
    padding: Integers = (0,),
    dilation: Integers = (1,),
    ceil_mode: bool = False,
) -> Tensor:
    """Compute the values of the pool with indices.

    PyTorch's kernel without indices compares itself.
    """
    result: Tensor = torch.ops.aten.max_pool1d_with_indices.default(
        self, kernel_size, stride, padding, dilation, ceil_mode
    )[0]
    return result


def _apart(divisor: int | None) -> tuple[int | None, int]:
    """Return a divisor that G10.6 allows, and a sign by which the result is multiplied exactly."""
    return (divisor, 1) if divisor is None or divisor > 0 else (-divisor, -1)


def _signed(c: Compute, x: Tensor, sign: int) -> Tensor:
    return x if sign > 0 else c.each("mul", x, sign)


@lowers("avg_pool2d")
def avg_pool2d(
    c: Compute,
    self: Tensor,
    kernel_size: Integers,
    stride: Integers = (),
    padding: Integers = (0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute `avg_pool2d`: the T1 sum of each window, divided (G10.5, G10.6)."""
    if not self.dtype.is_floating_point:
        return NATIVE
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    x, window = batched(self), pair(kernel_size)
    steps, around = pair(stride) if stride else window, pair(padding)
    shape = (*x.shape[:2], *places_of(x.shape[2:], window, steps, around, (1, 1), ceil_mode))
    result = c.empty(shape, dtype=x.dtype)
    divisor, sign = _apart(divisor_override)
    c.call(
        "avg_pool2d",
        [x],
        [result],
        kernel_size=window,
        stride=steps,
        padding=around,
        ceil_mode=ceil_mode,
        count_include_pad=count_include_pad,
        divisor_override=divisor,
    )
    return c.stored(like(_signed(c, result, sign), self), into)


@lowers("avg_pool2d_backward")
def avg_pool2d_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    kernel_size: Integers,
    stride: Integers,
    padding: Integers,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
    into: Tensor | None = None,
) -> Any:
    """Compute `avg_pool2d_gradient` (G10.7). The size of the gradient shows the ceil mode."""
    words = (kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    require_fit("avg_pool2d_backward", grad_output, self, *words)
    window = pair(kernel_size)
    result = c.empty(batched(self).shape, dtype=grad_output.dtype)
    divisor, sign = _apart(divisor_override)
    c.call(
        "avg_pool2d_gradient",
        [batched(grad_output)],
        [result],
        kernel_size=window,
        stride=pair(stride) if stride else window,
        padding=pair(padding),
        count_include_pad=count_include_pad,
        divisor_override=divisor,
        input_size=tuple(result.shape[2:]),
    )
    return c.stored(like(_signed(c, result, sign), self), into)
