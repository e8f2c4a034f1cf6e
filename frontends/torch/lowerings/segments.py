"""Reductions of segments of an axis, and their gradients: PyTorch's `segment_reduce` (T7)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.lowerings.arithmetic import Number
from samebits.torch.lowerings.indexing import scatter_reduce
from samebits.torch.lowerings.placing import placed
from samebits.torch.table import lowers

_WORDS = {"max": "amax", "min": "amin"}
"""The names of reductions that are used here, by the other names that PyTorch accepts."""

_STARTS = {"sum": 0.0, "mean": 0.0, "amax": -torch.inf, "amin": torch.inf, "prod": 1.0}
"""The results for empty segments. For `mean` without `initial` the result is NaN."""


_INTEGERS = (torch.int64, torch.int32)
"""The dtypes that lengths and offsets may have."""


class _Segments:
    """The segments of an axis: `of` has the segment of each element, in the shape of the data.

    Elements outside all segments have the value `count`, which is the number of segments.
    """

    def __init__(
        self, data: Tensor, lengths: Tensor | None, offsets: Tensor | None, axis: int, safe: bool
    ) -> None:
        if not -data.dim() <= axis < data.dim():
            raise IndexError(f"segment_reduce: axis {axis} of a tensor of {data.dim()} axes")
        axis %= data.dim()
        # if offsets are given, lengths are not read
        given = lengths if offsets is None else offsets
        if given is not None and given.dtype not in _INTEGERS:
            raise RuntimeError(
                f"segment_reduce: {given.dtype} lengths or offsets, not int64 or int32"
            )
        if offsets is not None:
            bounds = offsets.long()
        elif lengths is not None:
            ends = lengths.long().cumsum(-1)
            bounds = torch.cat([torch.zeros_like(ends[..., :1]), ends], -1)
            if safe and bool(((lengths < 0).any()) | (ends[..., -1:] != data.shape[axis]).any()):
                raise RuntimeError(
                    "segment_reduce(): Expected all rows of lengths to sum to the "
                    "size of the axis, and no length below 0"
                )
        else:
            raise RuntimeError("segment_reduce: Either lengths or offsets must be defined.")
        if bounds.dim() != axis + 1 or bounds.shape[:-1] != data.shape[:axis]:
            raise Refused("the axes before `axis` differ from the axes of the data")
        if not bounds.shape[-1]:
            raise Refused("offsets must be at least one, the beginning of the first segment")
        self.count, self.axis = bounds.shape[-1] - 1, axis
        self.sizes = bounds.diff(dim=-1)
        if bool((self.sizes < 0).any() | (bounds < 0).any() | (bounds > data.shape[axis]).any()):
            raise Refused("a segment ends before it begins, or past the end of the axis")
        numbers = torch.arange(data.shape[axis], device=data.device)
        places = numbers.expand(*data.shape[: axis + 1]).contiguous()
        at = torch.searchsorted(bounds.contiguous(), places, right=True) - 1
        at = torch.where(at < 0, self.count, at)
        self.of = self.wide(at, data).expand(data.shape)
        self.shape = [*data.shape[:axis], self.count, *data.shape[axis + 1 :]]

    def wide(self, x: Tensor, data: Tensor) -> Tensor:
        """Return x, which has a value for each segment, with axes of size 1 added at the end."""
        return x.view(*x.shape, *[1] * (data.dim() - self.axis - 1))

    def reduce(self, c: Compute, x: Tensor, word: str, start: Tensor | None) -> Tensor:
        """Compute `scatter_reduce` of the elements to their segments."""
        shape = [*self.shape]
        shape[self.axis] += 1
        first = c.zeros(shape, dtype=x.dtype) if start is None else start.expand(shape)
        given = {"include_self": start is not None}
        found = scatter_reduce(c, first, self.axis, self.of, x, word, **given)
        result: Tensor = found.narrow(self.axis, 0, self.count)
        return result

    def spread(self, x: Tensor) -> Tensor:
        """Return, for each element, the value of its segment (the last segment if it has none)."""
        return torch.gather(x, self.axis, self.of.clamp_max(self.count - 1))


@lowers("segment_reduce")
def segment_reduce(
    c: Compute,
    data: Tensor,
    reduce: str,
    *,
    lengths: Tensor | None = None,
    indices: Tensor | None = None,
    offsets: Tensor | None = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: Number | None = None,
) -> Any:
    """Reduce each segment: initial + sum (T1), initial * product (T3), or the extreme (S3).

    If `initial` is None, only the elements are reduced. An empty segment then gives +0 for a sum, 1
    for a product, -infinity for a maximum, +infinity for a minimum, and NaN for `mean`. A mean is
    the sum, including `initial`, divided by the length.
    """
    if not data.dtype.is_floating_point:
        return NATIVE
    word = _WORDS.get(reduce, reduce)
    if word not in _STARTS:
        raise RuntimeError(f"segment_reduce: unsupported reduction {reduce}")
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    segments = _Segments(data, lengths, offsets, axis, not unsafe)
    first = None if initial is None else placed(c, initial, data.dtype)
    if word == "mean":
        wide = c.cast(data, compute_dtype(data.dtype))
        start = None if first is None else c.cast(first, wide.dtype)
        total = segments.reduce(c, wide, "sum", start)
        sizes = segments.wide(segments.sizes, data)
        divisor = c.cast(sizes if first is None else sizes.clamp_min(1), wide.dtype)
        return c.cast(c.each("div", total, divisor.expand(total.shape)), data.dtype)
    found = segments.reduce(c, data, word, first)
    if first is not None:
        return found
    empty = segments.wide(segments.sizes, data) == 0
    return torch.where(empty, c.full((), _STARTS[word], dtype=data.dtype), found)


@lowers("_segment_reduce_backward")
def segment_reduce_backward(
    c: Compute,
    grad: Tensor,
    output: Tensor,
    data: Tensor,
    reduce: str,
    *,
    lengths: Tensor | None = None,
    offsets: Tensor | None = None,
    axis: int = 0,
    initial: Number | None = None,
) -> Any:
    """Compute the gradient of `segment_reduce`; +0 for elements in no segment.

    With the gradient g of the segment it is

    - g for `sum`, and g / length for `mean`;
    - g / n for an extreme, at the n elements equal to it (NaN equals NaN), and 0 elsewhere;
    - (g * p) / x for `prod`, where p is the product of initial and the elements that are not zero.
      If there is exactly one zero, it is g * p at the zero, and +0 elsewhere. With several zeros it
      is +0.
    """
    segments, word = _Segments(data, lengths, offsets, axis, False), _WORDS.get(reduce, reduce)
    dtype, wide = data.dtype, compute_dtype(data.dtype)
    if word not in _STARTS:
        raise Refused(f"no clause defines reduce={reduce!r}")
    if not [*grad.shape] == [*output.shape] == segments.shape:
        raise Refused(f"grad and output must be {segments.shape}, as the result of the segments is")
    if not segments.count:
        return c.zeros(data.shape, dtype=dtype)
    g = c.cast(segments.spread(grad), wide)
    if word == "mean":
        sizes = segments.wide(segments.sizes, data).expand(tuple(segments.shape))
        g = c.each("div", g, c.cast(segments.spread(sizes), wide))
    elif word in ("amax", "amin"):
        there = _equal(c, data, segments.spread(output))
        hits = c.zeros(tuple(segments.shape), dtype=torch.int64)
        inside = segments.of < segments.count
        places = segments.of.clamp_max(segments.count - 1)
        hits.scatter_add_(segments.axis, places, (there & inside).to(torch.int64))
        number = c.cast(segments.spread(hits).clamp_min(1), wide)
        g = c.each("where", there, c.each("div", g, number), 0.0)
    elif word == "prod":
        at: dict[str, Any] = {"lengths": lengths, "offsets": offsets, "axis": axis}
        known = segment_reduce(c, data, reduce, **at, unsafe=True, initial=initial)
        if not bool(_equal(c, output, known).all()):
            raise Refused("its output is not from a forward pass in a block")
        g = _of_product(c, segments, g, c.cast(data, wide), initial)
    return c.cast(c.each("where", segments.of < segments.count, g, 0.0), dtype)


def _equal(c: Compute, x: Tensor, y: Tensor) -> Tensor:
    """Return a mask of the elements that are equal in both tensors, or NaN in both."""
    nan = c.each("ne", x, x, to=torch.bool) & c.each("ne", y, y, to=torch.bool)
    return c.each("eq", x, y, to=torch.bool) | nan


def _of_product(c: Compute, segments: _Segments, g: Tensor, x: Tensor, initial: Any) -> Tensor:
    zero = c.each("eq", x, 0.0, to=torch.bool)
    rest = c.each("where", zero, 1.0, x)
    start = None if initial is None else placed(c, initial, x.dtype)
    product = segments.spread(segments.reduce(c, rest, "prod", start))
    total = c.zeros([*segments.shape], dtype=torch.int64)
    places = segments.of.clamp_max(segments.count - 1)
    inside = segments.of < segments.count
    total.scatter_add_(segments.axis, places, (zero & inside).to(torch.int64))
    zeros = segments.spread(total)
    found = c.each("div", c.pair("mul", g, product), rest)
    return c.each("where", zeros == zero.to(torch.int64), found, 0.0)
