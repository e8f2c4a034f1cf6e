"""The same values in other places of memory: orders, directions, gaps, byte offsets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from samebits.backends.executor import poison_of
from samebits.backends.protocol import Array
from samebits.spec.formats import bits_of, format_of, from_bits

Bits = np.ndarray[Any, Any]
Place = Callable[[tuple[int, ...], str], Array]
"""Makes an uninitialised-looking (poisoned) array of a shape and format in some layout."""


def _poisoned(shape: tuple[int, ...], name: str) -> Array:
    form_bits = np.full(shape, poison_of(name), dtype=f"u{_itemsize(name)}")
    return from_bits(form_bits, name)


def _itemsize(name: str) -> int:
    from samebits.spec.formats import get_format

    return get_format(name).bits // 8


def contiguous(shape: tuple[int, ...], name: str) -> Array:
    """Row-major, as NumPy allocates."""
    return _poisoned(shape, name)


def transposed(shape: tuple[int, ...], name: str) -> Array:
    """Column-major."""
    return _poisoned(shape[::-1], name).T


def negative(shape: tuple[int, ...], name: str) -> Array:
    """Every axis backwards: all strides negative."""
    return _poisoned(shape, name)[tuple(slice(None, None, -1) for _ in shape)]


def sliced(shape: tuple[int, ...], name: str) -> Array:
    """Every third element of a larger array: gaps on every axis."""
    wide = _poisoned(tuple(3 * n + 1 for n in shape), name)
    return wide[tuple(slice(1, 3 * n + 1, 3) for n in shape)]


def mixed(shape: tuple[int, ...], name: str) -> Array:
    """Axes rotated, the last one backwards and with gaps."""
    rotated = shape[1:] + shape[:1]
    wide = _poisoned((*rotated[:-1], 2 * rotated[-1]), name) if rotated else _poisoned((), name)
    if not shape:
        return wide
    return np.moveaxis(wide[..., ::-2], -1, 0)


LAYOUTS: Mapping[str, Place] = {
    "contiguous": contiguous,
    "transposed": transposed,
    "negative": negative,
    "sliced": sliced,
    "mixed": mixed,
}


def placed(array: Array, layout: str) -> Array:
    """A read-only copy of an array in a layout."""
    copy = LAYOUTS[layout](array.shape, format_of(array).name)
    copy[...] = array
    copy.flags.writeable = False
    return copy


def at_offset(shape: tuple[int, ...], name: str, offset: int) -> Array:
    """A poisoned row-major array that starts `offset` bytes after a multiple of 64."""
    size = int(np.prod(shape, dtype=np.int64)) * _itemsize(name)
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


def same_bits(a: Array, b: Array) -> bool:
    """Whether two arrays hold the same bits."""
    return bool(np.array_equal(bits_of(a), bits_of(b)))
