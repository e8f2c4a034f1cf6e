"""Sums of updates at given indices (T7): index_add, scatter_add, index_put and similar ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import CPU, Compute, Operand
from samebits.torch.dtypes import EXACT, compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.last import last_of_several, put_last
from samebits.torch.lowerings.products_at_places import multiplied_to_places
from samebits.torch.ordered import ordered, unordered
from samebits.torch.shapes import require_axis
from samebits.torch.table import lowers, lowers_elsewhere


def _floats(*tensors: Tensor) -> bool:
    """Check whether the tensors are floats of one dtype.

    Raises Refused for different float dtypes.
    """
    dtypes = {x.dtype for x in tensors if x.dtype not in EXACT}
    if len(dtypes) > 1 or (dtypes and any(x.dtype in EXACT for x in tensors)):
        raise Refused("it would convert between formats; convert the operands with .to() before")
    return bool(dtypes)


def summed_to_places(
    c: Compute, prior: Tensor, index: Tensor, updates: Tensor, into: Tensor | None = None
) -> Tensor:
    """Add to each element of `prior` the T1 sum of the updates with its row-major index."""
    flat = c.empty(prior.numel(), dtype=prior.dtype)
    operands = [prior.reshape(-1), index.reshape(-1), updates.reshape(-1)]
    c.call("scatter_add", operands, [flat], axis=0)
    return c.stored(flat.view(prior.shape), into)


def gradient_at_places(
    c: Compute, grad: Tensor, index: Tensor, shape: Sequence[int], into: Tensor | None = None
) -> Tensor:
    """Compute, for each index of the last axis, the T1 sum of the gradients with this index, or +0.

    `shape` is the shape of the result.
    """
    result = c.empty(tuple(shape), dtype=grad.dtype)
    c.call("gather_gradient", [grad, index], [result], axis=-1, shape=tuple(shape))
    return c.stored(result, into)


@lowers("index_add")
def index_add(
    c: Compute,
    self: Tensor,
    dim: int,
    index: Tensor,
    source: Tensor,
    *,
    alpha: int | float = 1,
    into: Tensor | None = None,
) -> Any:
    """Add to each slice of self the T1 sum of alpha * source at its index.

    The products are rounded first.
    """
    if not _floats(self, source):
        return NATIVE
    _require_slices(self, dim, index, source)
    updates = source if alpha == 1 else c.each("mul", source, alpha)
    if not self.dim():
        index = index.reshape(-1)
        updates = updates.expand(index.shape) if not updates.dim() else updates
        return summed_to_places(c, self, index, updates, into)
    result = c.place_of(into, self.shape, self.dtype)
    operands = [self, index.reshape(-1), updates.unsqueeze(dim) if not updates.dim() else updates]
    c.call("index_add", operands, [result], axis=dim)
    return c.stored(result, into)


def _require_slices(self: Tensor, dim: int, index: Tensor, source: Tensor) -> None:
    """Raise an error unless `index` has one index for each slice of the source."""
    axis = require_axis(dim, self.dim())
    if index.dim() > 1:
        raise IndexError(f"Index is supposed to be a vector, but got dim: {index.dim()}")
    slices = source.shape[axis] if source.dim() else 1
    if index.numel() != slices:
        raise RuntimeError(
            f"Number of indices ({index.numel()}) should be equal to source.size(dim): ({slices})"
        )
    own, others = list(self.shape), list(source.shape)
    if own and others:
        del own[axis], others[axis]
    if own != others:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension: "
            f"got {list(self.shape)} and {list(source.shape)}"
        )


def _matching(self: Tensor, dim: int, index: Tensor, src: Tensor) -> tuple[Tensor, ...]:
    """Return the operands of a scatter with at least one axis; updates get the index's shape."""
    if not self.dim() or not index.dim() or not src.dim():
        self = self.reshape(-1) if not self.dim() else self
        index = index.reshape(-1) if not index.dim() else index
        src = src.reshape(-1) if not src.dim() else src
    if src.shape != index.shape:
        src = src[tuple(slice(n) for n in index.shape)]
    return self, index, src


@lowers("scatter_add")
def scatter_add(
    c: Compute, self: Tensor, dim: int, index: Tensor, src: Tensor, into: Tensor | None = None
) -> Any:
    """Add to each element of self the T1 sum of the updates at its index (T7.2)."""
    if not _floats(self, src):
        return NATIVE
    prior, places, updates = _matching(self, dim, index, src)
    if not places.numel():
        return c.stored(c.each("add", self, -0.0), into)
    result = c.empty(prior.shape, dtype=prior.dtype)
    c.call("scatter_add", [prior, places, updates], [result], axis=dim)
    return c.stored(result.view(self.shape), into)


@lowers_elsewhere("scatter.src")
def scatter(
    c: Compute, self: Tensor, dim: int, index: Tensor, src: Tensor, into: Tensor | None = None
) -> Any:
    """Write, at each index, the last update (T7), as the CPU kernel does."""
    _floats(self, src)
    prior, places, updates = _matching(self, dim, index, src)
    if not places.numel():
        return NATIVE
    numbers = c.arange(prior.numel()).view(prior.shape)
    result = self.clone()
    if not put_last(result, torch.gather(numbers, dim, places), updates):
        return NATIVE
    return c.stored(result, into)


@lowers("scatter_reduce.two")
def scatter_reduce(
    c: Compute,
    self: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
    into: Tensor | None = None,
) -> Any:
    """Reduce the updates at each index: sums and means by T7, products by T3, extremes by S3.

    An element without updates keeps its value. A mean is the sum, in the compute format, divided by
    the number of its terms. A product is self times the product of the updates.
    """
    if not _floats(self, src):
        return NATIVE
    prior, places, updates = _matching(self, dim, index, src)
    if reduce in ("amax", "amin"):
        least = reduce == "amin"
        keys = ordered(prior.contiguous(), nan_least=least)
        other = ordered(updates.contiguous(), nan_least=least)
        keys = torch.scatter_reduce(keys, dim, places, other, reduce, include_self=include_self)
        return c.stored(unordered(keys, self.dtype).view(self.shape), into)
    if reduce == "prod":
        products = multiplied_to_places(c, prior, dim, places, updates, include_self)
        return c.stored(products.view(self.shape), into)
    if reduce not in ("sum", "mean"):
        raise Refused(f"no clause defines reduce={reduce!r}")
    wide = compute_dtype(self.dtype)
    terms = c.cast(updates, wide)
    start = c.cast(prior, wide)
    result = c.empty(prior.shape, dtype=wide)
    if include_self:
        c.call("scatter_add", [start, places, terms], [result], axis=dim)
    else:
        c.call("gather_gradient", [terms, places], [result], axis=dim, shape=tuple(prior.shape))
    count = c.zeros(prior.shape, dtype=torch.int64)
    count.scatter_add_(dim, places, c.ones(places.shape, dtype=torch.int64))
    if reduce == "mean":
        number = c.cast(count + 1 if include_self else count.clamp_min(1), wide)
        result = c.each("div", result, number)
    value = c.cast(result, self.dtype)
    if not include_self:
        value = torch.where(count > 0, value, prior)
    return c.stored(value.view(self.shape), into)


@lowers("index_reduce")
def index_reduce(
    c: Compute,
    self: Tensor,
    dim: int,
    index: Tensor,
    source: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
    into: Tensor | None = None,
) -> Any:
    """Compute `scatter_reduce` with one index for each slice."""
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(
            "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got "
            f"{reduce}."
        )
    _require_slices(self, dim, index, source)
    if not source.dim():
        source = source.reshape(1)
    shape = [1] * source.dim()
    shape[dim] = -1
    places = index.reshape(shape).expand(source.shape)
    given = {"include_self": include_self}
    return scatter_reduce(c, self, dim, places, source, reduce, into=into, **given)


@lowers("scatter.reduce")
def scatter_with_sum(
    c: Compute,
    self: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor,
    *,
    reduce: str,
    into: Tensor | None = None,
) -> Any:
    """Compute `scatter_add`, or `scatter_reduce` with products."""
    if not _floats(self, src):
        return NATIVE
    if reduce == "multiply":
        return scatter_reduce(c, self, dim, index, src, "prod", into=into)
    if reduce != "add":
        raise Refused(f"no clause defines reduce={reduce!r}")
    return scatter_add(c, self, dim, index, src, into=into)


@lowers("scatter.value_reduce")
def scatter_value_with_sum(
    c: Compute,
    self: Tensor,
    dim: int,
    index: Tensor,
    value: Operand,
    *,
    reduce: str,
    into: Tensor | None = None,
) -> Any:
    """Compute `scatter_add` with one number as update, or `scatter_reduce` with products."""
    if not self.dtype.is_floating_point:
        return NATIVE
    src = c.scalar(value, self.dtype) if not isinstance(value, Tensor) else value
    return scatter_with_sum(c, self, dim, index, src.expand(index.shape), reduce=reduce, into=into)


@lowers("_index_put_impl_")
def index_put(
    c: Compute,
    self: Tensor,
    indices: Sequence[Tensor | None],
    values: Tensor,
    accumulate: bool = False,
    unsafe: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Add to each element the T1 sum of its values; without `accumulate`, write its last value."""
    if not _floats(self, values) and accumulate:
        return NATIVE
    if self.device != CPU:  # indices may be on the CPU
        indices = [x if x is None else x.to(self.device) for x in indices]
    if not accumulate:
        target = self if into is None else into
        return target if _put_last(c, target, indices, values) else NATIVE
    given = [x for x in indices if x is not None]
    first = indices[0]
    if first is not None and len(given) == 1 and first.dtype is torch.int64 and self.dim():
        index = first.reshape(-1)
        if index.numel() and int(index.min()) < 0:
            index = torch.where(index < 0, index + self.shape[0], index)
        updates = values.expand(*first.shape, *self.shape[1:])
        updates = updates.reshape(index.shape[0], *self.shape[1:])
        result = c.empty(self.shape, dtype=self.dtype)
        c.call("index_add", [self, index, updates], [result], axis=0)
        return c.stored(result, into)
    numbers = c.arange(self.numel()).view(self.shape)
    places = torch.ops.aten.index.Tensor(numbers, list(indices))
    return summed_to_places(c, self, places, values.expand(places.shape), into)


def _put_last(c: Compute, self: Tensor, indices: Sequence[Tensor | None], values: Tensor) -> bool:
    """Write values at the indices if an index is repeated, and return whether they were written."""
    axes = [axis for axis, x in enumerate(indices) if x is not None]
    given = [x for x in indices if x is not None]
    if all(x.dtype is torch.bool for x in given):
        return False
    if any(x.dtype in (torch.bool, torch.uint8) for x in given):
        numbers = c.arange(self.numel()).view(self.shape)
        places = torch.ops.aten.index.Tensor(numbers, list(indices))
        return put_last(self, places, values.expand(places.shape))
    shape = torch.broadcast_shapes(*(x.shape for x in given))
    if shape.numel() < 2:
        return False
    place, size = c.zeros((), dtype=torch.int64), 1
    for axis, x in zip(axes, given, strict=True):
        n = self.shape[axis]
        if int(x.min()) < -n or int(x.max()) >= n:
            return False  # PyTorch raises the error
        place = place * n + torch.where(x < 0, x + n, x)
        size *= n
    last = last_of_several(place.expand(shape), size)
    if last is None:
        return False
    together = axes == list(range(axes[0], axes[-1] + 1))
    before = axes[0] if together else 0
    rest = [n for axis, n in enumerate(self.shape) if axis not in axes]
    values = values.expand(*rest[:before], *shape, *rest[before:])
    values = values.flatten(before, before + len(shape) - 1).index_select(before, last)
    some = [x if x is None else x.expand(shape).reshape(-1)[last] for x in indices]
    torch.ops.aten.index_put_(self, some, values)
    return True


@lowers("put_")
def put(
    c: Compute,
    self: Tensor,
    index: Tensor,
    source: Tensor,
    accumulate: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Add to each element the T1 sum of its updates, or write its last one without `accumulate`."""
    if not _floats(self, source) and accumulate:
        return NATIVE
    if not accumulate:
        done = source.numel() == index.numel() and put_last(self, index, source)
        return self if done else NATIVE
    places = index.reshape(-1)
    if places.numel() and int(places.min()) < 0:
        places = torch.where(places < 0, places + self.numel(), places)
    return summed_to_places(c, self, places, source, into)
