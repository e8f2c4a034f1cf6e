"""Pooling along three axes: the clauses for two axes (G10), applied to gathered windows.

The elements that a window reads are gathered in a row, in the row-major order of the taps. A tap
outside the volume is absent, as in G10.1: it is neither a leaf of a sum (T1.3) nor a maximum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.asking import require_fit
from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.lowerings.indexing import gradient_at_places
from samebits.torch.lowerings.pools import batched, like, places_of
from samebits.torch.table import lowers

Integers = Sequence[int] | int
Taps = Sequence[Sequence[int]]


def _triple(values: Integers) -> tuple[int, ...]:
    given = (values,) if isinstance(values, int) else tuple(values)
    if len(given) not in (1, 3):
        raise RuntimeError(f"{given} must be an integer, or three integers, one for each axis")
    return given * 3 if len(given) == 1 else given


class _Windows:
    """The taps of windows: `at` [P, T] is the flat index of each, and `there` whether it exists.

    `taps` lists, for each axis and each output index along it, the coordinates that a window reads.
    """

    def __init__(self, c: Compute, sizes: Sequence[int], taps: Sequence[Taps]) -> None:
        at, there = c.zeros((1, 1), dtype=torch.int64), c.ones((1, 1), dtype=torch.bool)
        for size, of_axis in zip(sizes, taps, strict=True):
            longest = max(len(row) for row in of_axis)
            read = c.tensor([[*row, *[-1] * (longest - len(row))] for row in of_axis])
            inside = (read >= 0) & (read < size)
            at = _crossed(at * size, torch.where(inside, read, 0), torch.add)
            there = _crossed(there, inside, torch.logical_and)
        # Absent taps come last, so that they do not change the tree of the present taps.
        order = torch.sort((~there).int(), dim=1, stable=True).indices
        self.at, self.there = torch.gather(at, 1, order), torch.gather(there, 1, order)
        self.places = [len(of_axis) for of_axis in taps]

    def read(self, x: Tensor) -> Tensor:
        """Return the elements that the windows read, [N, C, P, T], of a tensor [N, C, *sizes]."""
        return x.flatten(2)[:, :, self.at]

    def mean(self, c: Compute, x: Tensor, divisors: Tensor) -> Tensor:
        """Compute the sum of each window, divided by its divisor (G10.5)."""
        terms = c.cast(self.read(x), compute_dtype(x.dtype))
        there = self.there.expand(terms.shape)
        sums = c.empty(terms.shape[:-1], dtype=terms.dtype)
        c.call("masked_sum", [terms, there], [sums], axes=(-1,), keepdims=False)
        mean = c.each("div", sums, c.cast(divisors, terms.dtype).expand(sums.shape))
        return c.cast(mean, x.dtype).view(*x.shape[:2], *self.places)

    def mean_gradient(
        self, c: Compute, grad: Tensor, shape: Sequence[int], divisors: Tensor
    ) -> Any:
        """Compute, for each element, the sum of the shares of the windows that read it (G10.7)."""
        wide = c.cast(grad.flatten(2), compute_dtype(grad.dtype))
        parts = c.each("div", wide, c.cast(divisors, wide.dtype).expand(wide.shape))
        volume = shape[2] * shape[3] * shape[4]
        # absent taps are added to an extra element, which is cut off
        goals = torch.where(self.there, self.at, volume)
        parts = parts[..., None].expand(*parts.shape, goals.shape[1]).flatten(2)
        goals = goals.flatten().expand(parts.shape)
        sums = gradient_at_places(c, parts, goals, [*shape[:2], volume + 1])
        return c.cast(sums[..., :volume], grad.dtype).reshape(tuple(shape))

    def maximum(self, c: Compute, x: Tensor) -> tuple[Tensor, Tensor]:
        """Compute the maximum (S3) of each window, and its first index (G10.3)."""
        shown = self.read(x).masked_fill_(~self.there, -torch.inf)
        first = c.reduce("argmax", shown, -1, True, to=torch.int64)
        known = torch.gather(self.there.expand(shown.shape), -1, first)
        first = torch.where(known, first, self.there.int().argmax(-1)[:, None])
        shape = (*x.shape[:2], *self.places)
        index = torch.gather(self.at.expand(shown.shape), -1, first)
        return torch.gather(shown, -1, first).view(shape), index.view(shape)


def _crossed(a: Tensor, b: Tensor, of: Any) -> Tensor:
    """Combine [P, T] and [Q, U] to [P * Q, T * U]; `of` combines two elements."""
    p, t = a.shape
    q, u = b.shape
    both: Tensor = of(a.view(p, 1, t, 1), b.view(1, q, 1, u))
    return both.reshape(p * q, t * u)


def _sliding(
    c: Compute,
    x: Tensor,
    kernel: Integers,
    stride: Integers,
    padding: Integers,
    dilation: Integers,
    ceil: bool,
) -> tuple[_Windows, Tensor]:
    """Return windows with a stride, and the number of taps of each in the padded volume (G10.6)."""
    size, apart, around = _triple(kernel), _triple(dilation), _triple(padding)
    steps = _triple(stride) if stride else size
    if min(*size, *steps, *apart) < 1 or min(around) < 0:
        raise RuntimeError(
            f"kernel_size={size}, stride={steps} and dilation={apart} should be above 0, and "
            f"padding={around} at least 0"
        )
    places = places_of(x.shape[2:], size, steps, around, apart, ceil)
    taps, counts = [], c.ones((1, 1), dtype=torch.int64)
    for n, p, k, s, d, o in zip(x.shape[2:], places, size, steps, apart, around, strict=True):
        taps.append([[i * s + t * d - o for t in range(k)] for i in range(p)])
        within = [[sum(j < n + o for j in row)] for row in taps[-1]]
        counts = _crossed(counts, c.tensor(within), torch.mul)
    return _Windows(c, x.shape[2:], taps), counts.flatten()


def _adaptive(c: Compute, x: Tensor, size: Integers) -> _Windows:
    """Return the windows of an adaptive pool (G10.8)."""
    taps = []
    if min(_triple(size)) < 1:
        raise Refused(
            f"an adaptive pool has one place at least along each axis, not {_triple(size)}"
        )
    for n, p in zip(x.shape[2:], _triple(size), strict=True):
        if not n:
            raise RuntimeError(f"an adaptive pool needs elements, but got {list(x.shape)}")
        taps.append([list(range(i * n // p, -(-(i + 1) * n // p))) for i in range(p)])
    return _Windows(c, x.shape[2:], taps)


def _divisors(windows: _Windows, counts: Tensor, with_pad: bool, override: int | None) -> Tensor:
    if override == 0:
        raise RuntimeError("divisor must be not zero")
    if override is not None:
        return torch.full_like(counts, override)
    return counts if with_pad else windows.there.sum(-1)


def _to_indices(c: Compute, grad: Tensor, x: Tensor, indices: Tensor, into: Tensor | None) -> Any:
    """Compute the gradient of a pool with indices (G10.4)."""
    whole = batched(x, 5)
    flat, goals = batched(grad, 5).flatten(2), batched(indices, 5).flatten(2)
    volume = whole.shape[2] * whole.shape[3] * whole.shape[4]
    sums = gradient_at_places(c, flat, goals, [*whole.shape[:2], volume])
    return c.stored(like(sums.view(whole.shape), x), into)


@lowers("max_pool3d_with_indices")
def max_pool3d(
    c: Compute,
    self: Tensor,
    kernel_size: Integers,
    stride: Integers = (),
    padding: Integers = (0, 0, 0),
    dilation: Integers = (1, 1, 1),
    ceil_mode: bool = False,
) -> Any:
    """Compute the maximum (S3) of each window and its first index, as in `max_pool2d`."""
    if not self.dtype.is_floating_point:
        return NATIVE
    x = batched(self, 5)
    windows, _ = _sliding(c, x, kernel_size, stride, padding, dilation, ceil_mode)
    values, indices = windows.maximum(c, x)
    return like(values, self), like(indices, self)


@lowers("max_pool3d_with_indices_backward")
def max_pool3d_backward(
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
    """Compute, for each element, the T1 sum of the gradients with its index."""
    try:
        windows, _ = _sliding(
            c, batched(self, 5), kernel_size, stride, padding, dilation, ceil_mode
        )
    except RuntimeError as error:  # PyTorch's own gradient accepts some of these calls
        raise Refused(str(error)) from None
    if list(batched(grad_output, 5).shape[2:]) != windows.places:
        raise Refused(f"the pool has {windows.places} places, its gradient another number")
    return _to_indices(c, grad_output, self, indices, into)


@lowers("avg_pool3d")
def avg_pool3d(
    c: Compute,
    self: Tensor,
    kernel_size: Integers,
    stride: Integers = (),
    padding: Integers = (0, 0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute the T1 sum of each window, divided, as in `avg_pool2d`."""
    if not self.dtype.is_floating_point:
        return NATIVE
    words = (kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    require_fit("avg_pool3d", self, *words)
    x = batched(self, 5)
    windows, counts = _sliding(c, x, kernel_size, stride, padding, 1, ceil_mode)
    divisors = _divisors(windows, counts, count_include_pad, divisor_override)
    return c.stored(like(windows.mean(c, x, divisors), self), into)


@lowers("avg_pool3d_backward")
def avg_pool3d_backward(
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
    """Compute the gradient by the same formula as `avg_pool2d_gradient`."""
    words = (kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    require_fit("avg_pool3d_backward", grad_output, self, *words)
    x = batched(self, 5)
    windows, counts = _sliding(c, x, kernel_size, stride, padding, 1, ceil_mode)
    divisors = _divisors(windows, counts, count_include_pad, divisor_override)
    result = windows.mean_gradient(c, batched(grad_output, 5), x.shape, divisors)
    return c.stored(like(result, self), into)


@lowers("_adaptive_avg_pool3d", "adaptive_avg_pool3d.out")
def adaptive_avg_pool3d(
    c: Compute, self: Tensor, output_size: Integers, into: Tensor | None = None
) -> Any:
    """Compute the mean of each window, as in `adaptive_avg_pool2d`."""
    if not self.dtype.is_floating_point:
        return NATIVE
    x = batched(self, 5)
    windows = _adaptive(c, x, output_size)
    return c.stored(like(windows.mean(c, x, windows.there.sum(-1)), self), into)


@lowers("_adaptive_avg_pool3d_backward", "adaptive_avg_pool3d_backward.grad_input")
def adaptive_avg_pool3d_backward(
    c: Compute, grad_output: Tensor, self: Tensor, into: Tensor | None = None
) -> Any:
    """Compute the gradient by the same formula as `adaptive_avg_pool2d_gradient`."""
    x, grad = batched(self, 5), batched(grad_output, 5)
    windows = _adaptive(c, x, grad.shape[2:])
    result = windows.mean_gradient(c, grad, x.shape, windows.there.sum(-1))
    return c.stored(like(result, self), into)


@lowers("adaptive_max_pool3d")
def adaptive_max_pool3d(c: Compute, self: Tensor, output_size: Integers) -> Any:
    """Compute the maximum (S3) of each window and its first index.

    The windows are chosen as in `adaptive_max_pool2d`, along three axes.
    """
    if not self.dtype.is_floating_point:
        return NATIVE
    x = batched(self, 5)
    values, indices = _adaptive(c, x, output_size).maximum(c, x)
    return like(values, self), like(indices, self)


@lowers("adaptive_max_pool3d_backward")
def adaptive_max_pool3d_backward(
    c: Compute, grad_output: Tensor, self: Tensor, indices: Tensor, into: Tensor | None = None
) -> Any:
    """Compute, for each element, the T1 sum of the gradients with its index."""
    return _to_indices(c, grad_output, self, indices, into)
