"""The same values in other places of memory: orders, directions, gaps, byte offsets."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from samebits.backends.executor import poison_of
from samebits.backends.protocol import Array
from samebits.spec.formats import format_of, from_bits, get_format

Place = Callable[[tuple[int, ...], str], Array]
"""Makes a poisoned array of a shape and format in some layout."""


_FILL = 0x6D
"""What lies between elements."""


def _poisoned(shape: tuple[int, ...], name: str) -> Array:
    return from_bits(np.full(shape, poison_of(name), dtype=get_format(name).bits_dtype), name)


def _cut(array: Array, slices: Sequence[slice]) -> Array:
    """A view, also of an array without axes (which plain indexing would turn into a scalar)."""
    return array[tuple(slices)] if slices else array


def contiguous(shape: tuple[int, ...], name: str) -> Array:
    """Row-major, as NumPy allocates."""
    return _poisoned(shape, name)


def transposed(shape: tuple[int, ...], name: str) -> Array:
    """Column-major."""
    return _poisoned(shape[::-1], name).T


def negative(shape: tuple[int, ...], name: str) -> Array:
    """Every axis backwards: all strides negative."""
    return _cut(_poisoned(shape, name), [slice(None, None, -1) for _ in shape])


def sliced(shape: tuple[int, ...], name: str) -> Array:
    """Every third element of a larger array: gaps on every axis."""
    wide = _poisoned(tuple(3 * n + 1 for n in shape), name)
    return _cut(wide, [slice(1, 3 * n + 1, 3) for n in shape])


def mixed(shape: tuple[int, ...], name: str) -> Array:
    """The first axis stored last, backwards and with gaps."""
    if not shape:
        return _poisoned(shape, name)
    wide = _poisoned((*shape[1:], 2 * shape[0]), name)
    return np.moveaxis(wide[..., ::-2], -1, 0)


def swapped(shape: tuple[int, ...], name: str) -> Array:
    """The last two axes stored the other way round, as those of transposed matrices in a batch."""
    if len(shape) < 2:
        return _poisoned(shape, name)
    return _poisoned((*shape[:-2], shape[-1], shape[-2]), name).swapaxes(-1, -2)


def padded(shape: tuple[int, ...], name: str) -> Array:
    """Rows without gaps, and three elements of nobody between two of them."""
    if not shape:
        return _poisoned(shape, name)
    return _poisoned((*shape[:-1], shape[-1] + 3), name)[..., : shape[-1]]


def alternate(shape: tuple[int, ...], name: str) -> Array:
    """Every second element of rows twice as long, as the real parts of complex numbers lie."""
    if not shape:
        return _poisoned(shape, name)
    return _poisoned((*shape[:-1], 2 * shape[-1]), name)[..., ::2]


def packed(shape: tuple[int, ...], name: str) -> Array:
    """A byte behind each element, as in packed records: strides are no multiple of an element."""
    wide = np.full((math.prod(shape), 1 + get_format(name).dtype.itemsize), _FILL, np.uint8)
    strides = np.cumprod((wide.shape[1], *shape[:0:-1]))[::-1] if shape else ()
    array: Array = np.ndarray(shape, get_format(name).dtype, wide, 0, tuple(map(int, strides)))
    array[...] = _poisoned(shape, name)
    return array


def turned(axis: int, shape: tuple[int, ...], name: str) -> Array:
    """One axis backwards: one stride negative, all others as usual."""
    whole, back = slice(None), slice(None, None, -1)
    return _cut(_poisoned(shape, name), [back if i == axis else whole for i in range(len(shape))])


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


_BACKWARD = "backward along axis "


def backward(axis: int) -> str:
    """The name of the layout in which this axis alone runs backwards."""
    return f"{_BACKWARD}{axis}"


def place(layout: str, shape: tuple[int, ...], name: str) -> Array:
    """A poisoned array in a layout: one of `LAYOUTS`, or one that `backward` names."""
    if layout.startswith(_BACKWARD):
        return turned(int(layout.removeprefix(_BACKWARD)), shape, name)
    return LAYOUTS[layout](shape, name)


def placed(array: Array, layout: str) -> Array:
    """A read-only copy of an array in a layout."""
    copy = place(layout, array.shape, format_of(array).name)
    copy[...] = array
    copy.flags.writeable = False
    return copy


def at_offset(shape: tuple[int, ...], name: str, offset: int) -> Array:
    """A poisoned row-major array that starts `offset` bytes after a multiple of 64."""
    size = int(np.prod(shape, dtype=np.int64)) * get_format(name).dtype.itemsize
    memory = np.empty(size + 128 + offset, dtype=np.uint8)
    start = -memory.ctypes.data % 64 + offset
    fresh = contiguous(shape, name)
    array: Array = np.ndarray(shape, dtype=fresh.dtype, buffer=memory, offset=start)
    array[...] = fresh
    return array


def shifted(array: Array, offset: int) -> Array:
    """A read-only copy of an array at a byte offset."""
    copy = at_offset(array.shape, format_of(array).name, offset)
    copy[...] = array
    copy.flags.writeable = False
    return copy


def all_shifted(arrays: Sequence[Array], offset: int) -> list[Array]:
    """Each array at a byte offset; arrays that are one object stay one object."""
    copies = {id(x): shifted(x, offset) for x in arrays}
    return [copies[id(x)] for x in arrays]
