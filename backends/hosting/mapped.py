"""The two shared memories as the host maps them: operands are read-only, results are writable.

During a call, every page of the memory of results that contains no byte of a result is protected. A
write far outside a result therefore ends the process.
"""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.backends.hosting.wire import Placement
from samebits.backends.protocol import Array, BackendError
from samebits.spec.formats import get_format

_NONE, _BOTH = 0, mmap.PROT_READ | mmap.PROT_WRITE

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)

Range = tuple[int, int]


class MappedOperands:
    """The shared memory of operands.

    If an operand ends at the end of a page, the next page is protected during a call, unless it
    holds a byte of another operand.
    """

    def __init__(self, descriptor: int, page: int) -> None:
        self._descriptor = descriptor
        self._page = page
        self._map: mmap.mmap | None = None
        self._size = 0
        self._address = 0
        self._closed: list[int] = []

    def arrays(self, size: int, placements: Sequence[Placement]) -> list[Array]:
        """Return the operands of all calls of a message as read-only arrays.

        `size` is the memory's length in bytes.
        """
        if self._map is None or size > self._size:
            self._map, self._size = mmap.mmap(self._descriptor, size, prot=mmap.PROT_READ), size
            self._address = np.frombuffer(self._map, np.uint8).ctypes.data
            self._closed = []
        wanted = self._behind(placements)
        if wanted != self._closed:
            for start in self._closed:
                _protect(self._address + start, self._page, mmap.PROT_READ, "operands")
            for start in wanted:
                _protect(self._address + start, self._page, _NONE, "operands")
            self._closed = wanted
        return [_array(self._map, placement) for placement in placements]

    def _behind(self, placements: Sequence[Placement]) -> list[int]:
        """Return the offsets of the pages that must not be read.

        These are the unused pages after operands that end at the end of a page.
        """
        ranges = sorted(bounds for p in placements if (bounds := _bounds(p)) is not None)
        found, end = [], 0
        for low, high in (*ranges, (self._size, self._size)):
            if end and end % self._page == 0 and low >= end + self._page:
                found.append(end)
            end = max(end, high)
        return found


class MappedResults:
    """The shared memory for results."""

    def __init__(self, descriptor: int, page: int) -> None:
        self._descriptor = descriptor
        self._page = page
        self._map: mmap.mmap | None = None
        self._size = 0
        self._address = 0
        self._open: list[Range] = []

    def arrays(self, size: int, placements: Sequence[Placement]) -> list[Array]:
        """Return writable arrays. Only their pages are accessible until the next call."""
        if self._map is None or size > self._size:
            self._map, self._size = mmap.mmap(self._descriptor, size), size
            self._address = ctypes.addressof(ctypes.c_char.from_buffer(self._map))
            self._protect(0, size, _NONE)
            self._open = []
        wanted = sorted(filter(None, (self._pages(p) for p in placements)))
        if wanted != self._open:
            for first, end in self._open:
                self._protect(first, end, _NONE)
            for first, end in wanted:
                self._protect(first, end, _BOTH)
            self._open = wanted
        return [_array(self._map, placement) for placement in placements]

    def _pages(self, placement: Placement) -> Range | None:
        """Return the pages of an array as a range of offsets; None if it has no elements."""
        bounds = _bounds(placement)
        if bounds is None:
            return None
        return bounds[0] // self._page * self._page, -(-bounds[1] // self._page) * self._page

    def _protect(self, first: int, end: int, protection: int) -> None:
        _protect(self._address + first, end - first, protection, "results")


def _protect(address: int, size: int, protection: int, what: str) -> None:
    if _libc.mprotect(address, size, protection):
        code = ctypes.get_errno()
        raise BackendError(f"the memory of {what} cannot be protected: {os.strerror(code)}")


def _bounds(placement: Placement) -> Range | None:
    """Return the offsets of an array's first byte and after its last byte; None if it is empty."""
    if 0 in placement.shape:
        return None
    low = high = placement.at
    for count, stride in zip(placement.shape, placement.strides, strict=True):
        low += min(0, (count - 1) * stride)
        high += max(0, (count - 1) * stride)
    return low, high + get_format(placement.format).dtype.itemsize


def _array(memory: Any, placement: Placement) -> Array:
    dtype = get_format(placement.format).dtype
    return np.ndarray(placement.shape, dtype, memory, placement.at, placement.strides)
