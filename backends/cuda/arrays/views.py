"""Arrays in device memory: their location, and the order of their elements.

A view refers to memory as a NumPy array does: shape, strides in bytes (zero and negative ones are
allowed) and a first element at any address. `collapsed` reduces views of one shape to as few axes
as possible, for the kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from samebits.backends.cuda.machines.protocol import Machine, Memory
from samebits.spec.formats import FORMATS

Shape = tuple[int, ...]

_MOST_TRIED = 1 << 22


@dataclass(frozen=True, slots=True)
class View:
    """An array in device memory; `strides` are in bytes."""

    memory: Memory
    address: int
    shape: Shape
    strides: tuple[int, ...]
    format: str

    @property
    def count(self) -> int:
        """Return the number of elements."""
        return prod(self.shape)

    @property
    def item(self) -> int:
        """Return the size of an element in bytes."""
        return FORMATS[self.format].bits // 8

    @property
    def is_aligned(self) -> bool:
        """Return whether the address of every element is a multiple of the element size."""
        return not any(v % self.item for v in (self.address, *self.strides)) or self.item == 1

    @property
    def is_contiguous(self) -> bool:
        """Return whether the elements are aligned and in C order without gaps."""
        return self.is_aligned and (
            self.count <= 1 or self.strides == contiguous_strides(self.shape, self.item)
        )


def contiguous_strides(shape: Shape, item: int) -> tuple[int, ...]:
    """Return the strides in bytes of a C-contiguous array. Axes of length 1 get strides, too."""
    strides = []
    step = item
    for length in reversed(shape):
        strides.append(step)
        step *= max(length, 1)
    return tuple(reversed(strides))


def broadcast(view: View, shape: Shape) -> View:
    """Return the view broadcast to a shape, with strides of 0.

    Raises ValueError if the shapes do not allow it.
    """
    if view.shape == shape:
        return view
    if np.broadcast_shapes(view.shape, shape) != shape:
        raise ValueError(f"an array of shape {view.shape} cannot be repeated to {shape}")
    padded = (1,) * (len(shape) - len(view.shape)) + view.shape
    strides = (0,) * (len(shape) - len(view.shape)) + view.strides
    steps = tuple(0 if n == 1 else step for n, step in zip(padded, strides, strict=True))
    return View(view.memory, view.address, shape, steps, view.format)


def new(machine: Machine, shape: Shape, name: str) -> View:
    """Return a contiguous array with undefined contents."""
    item = FORMATS[name].bits // 8
    memory = machine.allocate(max(prod(shape), 1) * item)
    return View(memory, memory.address, shape, contiguous_strides(shape, item), name)


def collapsed(
    shape: Shape, strides: Sequence[tuple[int, ...]]
) -> tuple[Shape, list[tuple[int, ...]]]:
    """Return an equivalent shape and strides with fewer axes, in the same C order of elements.

    Axes of length 1 are removed. Two neighbouring axes are merged if each operand steps evenly from
    one to the other. `strides` holds one tuple for each operand.
    """
    lengths: list[int] = []
    steps: list[list[int]] = [[] for _ in strides]
    for axis, length in enumerate(shape):
        if length == 1:
            continue
        joins = bool(lengths) and all(
            mine[-1] == theirs[axis] * length for mine, theirs in zip(steps, strides, strict=True)
        )
        if joins:
            lengths[-1] *= length
        else:
            lengths.append(length)
        for mine, theirs in zip(steps, strides, strict=True):
            if joins:
                mine[-1] = theirs[axis]
            else:
                mine.append(theirs[axis])
    return tuple(lengths), [tuple(mine) for mine in steps]


@dataclass(frozen=True, slots=True)
class Reach:
    """The byte range of an array: `span` bytes that begin at offset `low` <= 0 from element 0."""

    low: int
    span: int


def reach(shape: Shape, strides: Sequence[int], item: int) -> Reach:
    """Return the byte range of an array. Its span is 0 if the array has no elements."""
    if not all(shape):
        return Reach(0, 0)
    steps = [(n - 1) * s for n, s in zip(shape, strides, strict=True)]
    low = sum(s for s in steps if s < 0)
    return Reach(low, sum(s for s in steps if s > 0) - low + item)


def overlaps_itself(shape: Shape, strides: Sequence[int], item: int) -> bool:
    """Return whether two elements of an array share a byte.

    There is no overlap if, with axes sorted by step, each step is at least the span of all smaller
    axes. Otherwise the elements are enumerated, if there are at most 2^22. Larger arrays count as
    overlapping.
    """
    axes = sorted((abs(step), n) for n, step in zip(shape, strides, strict=True) if n > 1)
    if not all(shape):
        return False
    span, doubtful = item, 0
    for i, (step, n) in enumerate(axes):
        doubtful = i + 1 if step < span else doubtful
        span += step * (n - 1)
    tried = axes[:doubtful]
    if not tried or prod(n for _, n in tried) > _MOST_TRIED or tried[0][0] == 0:
        return bool(tried)
    offsets = np.zeros(1, np.int64)
    for step, n in tried:
        offsets = np.add.outer(offsets, step * np.arange(n)).ravel()
    return bool((np.diff(np.sort(offsets)) < item).any())
