"""Layouts of arrays in memory: orders of axes, signs of strides, gaps and byte offsets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from samebits.backends.executor import poison_of
from samebits.backends.hosting.addresses import LINE, Chosen
from samebits.backends.hosting.memory import PAGE
from samebits.backends.protocol import Array
from samebits.spec.formats import format_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape

Place = Callable[[tuple[int, ...], str], Array]
"""A function that makes a poisoned array of a shape and format, in its layout."""


AT_END = -1
"""The offset that means: the last byte of the array is the last byte of a page."""

FAR_BYTES, _MOST_FAR, _MOST_FAR_ELEMENTS = 1 << 22, 16, 1 << 17
"""The stride of a far axis in bytes, and the most elements of this axis and of the array."""

_FILL = 0x6D
"""The byte that fills gaps between elements."""


def _poisoned(shape: tuple[int, ...], name: str) -> Array:
    return from_bits(np.full(shape, poison_of(name), dtype=get_format(name).bits_dtype), name)


def _cut(array: Array, slices: Sequence[slice]) -> Array:
    """Return a view of an array.

    Plain indexing would turn an array without axes into a scalar.
    """
    return array[tuple(slices)] if slices else array


def contiguous(shape: tuple[int, ...], name: str) -> Array:
    """Return a row-major array, like NumPy's own allocations."""
    return _poisoned(shape, name)


def transposed(shape: tuple[int, ...], name: str) -> Array:
    """Return a column-major array."""
    return _poisoned(shape[::-1], name).T


def negative(shape: tuple[int, ...], name: str) -> Array:
    """Return an array in which every axis is reversed: all strides are negative."""
    return _cut(_poisoned(shape, name), [slice(None, None, -1) for _ in shape])


def sliced(shape: tuple[int, ...], name: str) -> Array:
    """Return an array with gaps on every axis: every third element of a larger array."""
    wide = _poisoned(tuple(3 * n + 1 for n in shape), name)
    return _cut(wide, [slice(1, 3 * n + 1, 3) for n in shape])


def mixed(shape: tuple[int, ...], name: str) -> Array:
    """Return an array whose first axis is stored last, reversed and with gaps."""
    if not shape:
        return _poisoned(shape, name)
    wide = _poisoned((*shape[1:], 2 * shape[0]), name)
    return np.moveaxis(wide[..., ::-2], -1, 0)


def swapped(shape: tuple[int, ...], name: str) -> Array:
    """Return an array with the last two axes swapped, as in a batch of transposed matrices."""
    if len(shape) < 2:
        return _poisoned(shape, name)
    return _poisoned((*shape[:-2], shape[-1], shape[-2]), name).swapaxes(-1, -2)


def padded(shape: tuple[int, ...], name: str) -> Array:
    """Return rows whose elements are adjacent, with three unused elements between two rows."""
    if not shape:
        return _poisoned(shape, name)
    return _poisoned((*shape[:-1], shape[-1] + 3), name)[..., : shape[-1]]


def alternate(shape: tuple[int, ...], name: str) -> Array:
    """Return every second element of longer rows, like the real parts of complex numbers."""
    if not shape:
        return _poisoned(shape, name)
    return _poisoned((*shape[:-1], 2 * shape[-1]), name)[..., ::2]


def packed(shape: tuple[int, ...], name: str) -> Array:
    """Return an array with an unused byte after each element.

    Strides are then not multiples of the element size.
    """
    wide = np.full((math.prod(shape), 1 + get_format(name).dtype.itemsize), _FILL, np.uint8)
    strides = np.cumprod((wide.shape[1], *shape[:0:-1]))[::-1] if shape else ()
    array: Array = np.ndarray(shape, get_format(name).dtype, wide, 0, tuple(map(int, strides)))
    array[...] = _poisoned(shape, name)
    return array


def turned(axes: Sequence[int], shape: tuple[int, ...], name: str) -> Array:
    """Return an array in which the axes `axes` are reversed: only their strides are negative."""
    whole, back = slice(None), slice(None, None, -1)
    return _cut(_poisoned(shape, name), [back if i in axes else whole for i in range(len(shape))])


def far_apart(shape: tuple[int, ...], name: str) -> Array:
    """Return an unfilled row-major array whose first short axis has a stride of 4 MiB."""
    axis = far_axis(shape)
    dtype = get_format(name).dtype
    strides = [math.prod(shape[i + 1 :]) * dtype.itemsize for i in range(len(shape))]
    strides[axis] = FAR_BYTES
    size = FAR_BYTES * shape[axis]
    return np.ndarray(shape, dtype, np.empty(size, np.uint8), 0, tuple(strides))


def far_axis(shape: tuple[int, ...]) -> int:
    """Return the first axis of 2 to 16 elements.

    Returns -1 if there is no such axis or the array is too large.
    """
    if math.prod(shape) > _MOST_FAR_ELEMENTS:
        return -1
    return next((i for i, n in enumerate(shape) if 2 <= n <= _MOST_FAR), -1)


LAYOUTS: Mapping[str, Place] = {
    "contiguous": contiguous,
    "transposed": transposed,
    "negative": negative,
    "sliced": sliced,
    "mixed": mixed,
    "swapped": swapped,
    "padded": padded,
    "alternate": alternate,
    "packed": packed,
}


FAR, _BACKWARD = "4 MiB apart", "backward along axis "


def backward(*axes: int) -> str:
    """Return the name of the layout in which only the axes `axes` are reversed."""
    return f"{_BACKWARD}{' and '.join(map(str, axes))}"


def place(layout: str, shape: tuple[int, ...], name: str) -> Array:
    """Return a poisoned array in a layout of `LAYOUTS`, or one that `backward` names.

    An array in the layout `FAR` is not filled.
    """
    if layout == FAR:
        return far_apart(shape, name)
    if layout.startswith(_BACKWARD):
        axes = layout.removeprefix(_BACKWARD).split(" and ")
        return turned([int(axis) for axis in axes], shape, name)
    return LAYOUTS[layout](shape, name)


def every_second_backward(ranks: Sequence[int]) -> Iterator[Sequence[str]]:
    """Yield layouts of arrays of these ranks, in which every second axis is reversed.

    The last array is the result. First axes 1, 3, ... of the operands are reversed, then axes 0, 2,
    ... of all arrays.
    """
    if max(ranks) < 3:
        return
    odd, even = (
        [backward(*range(first, rank, 2)) if rank > first else "contiguous" for rank in ranks]
        for first in (1, 0)
    )
    yield [*odd[:-1], "contiguous"]
    yield even


def placed(array: Array, layout: str) -> Array:
    """Return a read-only copy of an array in the layout `layout`."""
    copy = place(layout, array.shape, format_of(array).name)
    copy[...] = array
    copy.flags.writeable = False
    return copy


def at_offset(shape: tuple[int, ...], name: str, offset: int) -> Array:
    """Return a poisoned row-major array that starts `offset` bytes after the start of a page.

    With the offset `AT_END` it ends at the end of a page.
    """
    array = _memory_at(shape, name, offset)
    array[...] = from_bits(np.asarray(poison_of(name), get_format(name).bits_dtype), name)
    return array


def _memory_at(shape: tuple[int, ...], name: str, offset: int) -> Array:
    dtype = get_format(name).dtype
    size = math.prod(shape) * dtype.itemsize
    memory = Chosen((size + 2 * PAGE,), np.uint8)
    start = -memory.ctypes.data % PAGE + (-size % PAGE if offset == AT_END else offset)
    array: Array = np.ndarray(shape, dtype=dtype, buffer=memory, offset=start)
    return array


def shifted(array: Array, offset: int) -> Array:
    """Return a read-only copy of an array at the byte offset `offset` in a page."""
    copy = _memory_at(array.shape, format_of(array).name, offset)
    copy[...] = array
    copy.flags.writeable = False
    return copy


def all_shifted(arrays: Sequence[Array], offset: int) -> list[Array]:
    """Return a copy of each array at a byte offset.

    If an array occurs twice in the list, so does its copy.
    """
    copies = {id(x): shifted(x, offset) for x in arrays}
    return [copies[id(x)] for x in arrays]


@dataclass(frozen=True, slots=True)
class Move:
    """Byte offsets in a page for the operands and for the results of a call."""

    operands: int = 0
    results: int = 0

    def arrays(
        self, call: Call, operands: Sequence[Array], shapes: Sequence[Shape]
    ) -> tuple[list[Array], list[Array]]:
        """Return the operands at their offset, and poisoned results of these shapes."""
        results = [at_offset(s, f, self.results) for s, f in zip(shapes, call.outputs, strict=True)]
        return all_shifted(operands, self.operands), results

    def __str__(self) -> str:
        what, offset = ("operands", self.operands) if self.operands else ("results", self.results)
        if offset == AT_END:
            return f"{what} that end with a page"
        return f"{what} {offset} bytes behind the start of a page"


MOVES = (
    *(Move(operands=offset) for offset in (1, 4, 8, 16, 32, LINE, AT_END)),
    *(Move(results=offset) for offset in (4, 16, LINE, AT_END)),
)
"""Moves that detect results that depend on an address, by comparison with `Move()`."""
