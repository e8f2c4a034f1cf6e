"""Copies the judge's arrays to the memories that it shares with a host, and back.

Operands that overlap or touch each other do so in the host too. Every array keeps its strides. The
judge or a checksum chooses its address modulo a page (`addresses.py`). Each result is surrounded by
pages that the host must not write. These pages, and the unused bytes of the result's own pages,
hold a pattern. The judge checks the pattern after the call. If an operand ends at the end of a
page, the next page is unused, so that a host can detect reads past the end.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from samebits.backends.hosting.addresses import LINE, remainder
from samebits.backends.hosting.memory import PAGE, SharedMemory
from samebits.backends.hosting.wire import Placement
from samebits.backends.protocol import Array, BackendError
from samebits.spec.formats import format_of

_FENCE = ctypes.create_string_buffer(b"\xc3" * (2 * PAGE + LINE), 2 * PAGE + LINE)

_memcmp = ctypes.CDLL(None).memcmp
_memcmp.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class ViolationError(BackendError):
    """A violation of the protocol: the backend wrote to memory that it must not write."""


_FAR = 1 << 16
"""From this stride in bytes on, the gaps between the parts of an operand are not copied."""


@dataclass(frozen=True, slots=True)
class Span:
    """A range of the judge's memory, from `low` to `high` (exclusive), and the offset of its copy.

    If `parts` is not empty, only these parts are copied. Each part is its distance from `low` and
    its size in bytes. Memory between the parts is never accessed and costs nothing.
    """

    low: int
    high: int
    offset: int
    parts: tuple[tuple[int, int], ...] = ()

    def copied(self) -> tuple[tuple[int, int], ...]:
        """Return the distance from `low` and the size in bytes of each copied part."""
        return self.parts or ((0, self.high - self.low),)


@dataclass(frozen=True, slots=True)
class PlacedOperands:
    """Operands that were copied to the shared memory of operands."""

    memory: SharedMemory
    spans: tuple[Span, ...]
    owners: tuple[int, ...]
    bounds: tuple[tuple[int, int], ...]
    placements: tuple[Placement, ...]

    def check(self) -> None:
        """Raise ViolationError unless every byte of the operands is unchanged."""
        for number, span in enumerate(self.spans):
            copy = self.memory.address + span.offset
            for at, size in span.copied():
                if not _memcmp(copy + at, span.low + at, size):
                    continue
                first = span.low + at + _first_difference(copy + at, span.low + at, size)
                mine = (i for i, (low, high) in enumerate(self.bounds) if low <= first < high)
                changed = next(mine, self.owners.index(number))
                raise ViolationError(f"the backend changed operand {changed}")


class OperandPlacer:
    """Copies the operands of one or more calls to the shared memory, one call after the other."""

    def __init__(self, memory: SharedMemory) -> None:
        self._memory = memory
        self._end = 0

    def place(self, arrays: Sequence[Array], call: str = "") -> PlacedOperands:
        """Copy the operands of one call to the shared memory. `call` is the name of its op."""
        bounds = [_bounds(x) for x in arrays]
        joined: list[tuple[int, int]] = []
        owners = [0] * len(arrays)
        for number in sorted(range(len(arrays)), key=bounds.__getitem__):
            low, high = bounds[number]
            if joined and low <= joined[-1][1] and high > low:
                joined[-1] = joined[-1][0], max(high, joined[-1][1])
            else:
                joined.append((low, high))
            owners[number] = len(joined) - 1
        spans: list[Span] = []
        for number, (low, high) in enumerate(joined):
            mine = [i for i, owner in enumerate(owners) if owner == number]
            key = f"{call} operand {mine[0]}"
            wanted = remainder([arrays[i] for i in mine], low, high, key)
            offset = self._end + (wanted - self._end) % PAGE
            parts = _parts(arrays[mine[0]], high - low) if len(mine) == 1 else ()
            spans.append(Span(low, high, offset, parts))
            end = offset + high - low
            self._end = end if end % PAGE else end + PAGE
        self._memory.reserve(self._end)
        for span in spans:
            for at, size in span.copied():
                ctypes.memmove(self._memory.address + span.offset + at, span.low + at, size)
        placements = tuple(
            _placement(x, spans[owner].offset - spans[owner].low)
            for x, owner in zip(arrays, owners, strict=True)
        )
        return PlacedOperands(self._memory, tuple(spans), tuple(owners), tuple(bounds), placements)


class ResultPlacer:
    """Reserves shared memory for results of one or more calls, with unused pages around each."""

    def __init__(self, memory: SharedMemory) -> None:
        self._memory = memory
        self._end = 0

    def place(self, arrays: Sequence[Array], call: str = "") -> PlacedResults:
        """Reserve memory for the results of one call. `call` is the name of its op.

        Each result is copied in its present state: filled with poison, including the bytes in its
        gaps.
        """
        spans = []
        for number, array in enumerate(arrays):
            low, high = _bounds(array)
            offset = self._end + PAGE + remainder([array], low, high, f"{call} result {number}")
            spans.append(Span(low, high, offset))
            self._end = -(-(offset + high - low) // PAGE) * PAGE
        self._memory.reserve(self._end + PAGE)
        for span in spans:
            target = self._memory.address + span.offset
            for start, size in _fences(span):
                ctypes.memmove(self._memory.address + start, _FENCE, size)
            ctypes.memmove(target, span.low, span.high - span.low)
        placements = tuple(
            _placement(x, span.offset - span.low) for x, span in zip(arrays, spans, strict=True)
        )
        return PlacedResults(self._memory, tuple(arrays), tuple(spans), placements)


@dataclass(frozen=True, slots=True)
class PlacedResults:
    """Results that have an offset in the shared memory of results."""

    memory: SharedMemory
    arrays: tuple[Array, ...]
    spans: tuple[Span, ...]
    placements: tuple[Placement, ...]

    def fetch(self) -> None:
        """Copy the results that the host wrote into the judge's arrays.

        Raises ViolationError if the host wrote outside a result or between its elements.
        """
        for number, (array, span) in enumerate(zip(self.arrays, self.spans, strict=True)):
            for start, size in _fences(span):
                if _memcmp(self.memory.address + start, _FENCE, size):
                    raise ViolationError(f"the backend wrote outside result {number}")
            self._fetch(number, array, span)

    def keep(self) -> KeptResults:
        """Return a copy of the results, with which they are compared before the next call."""
        base = self.memory.address
        copies = (bytes(_bytes_at(base + s.offset, s.high - s.low)) for s in self.spans)
        return KeptResults(self.memory, self.spans, tuple(copies))

    def _fetch(self, number: int, array: Array, span: Span) -> None:
        copy, size = self.memory.address + span.offset, span.high - span.low
        if array.nbytes == size:
            ctypes.memmove(span.low, copy, size)
            return
        placement = self.placements[number]
        bits = f"u{array.dtype.itemsize}"
        at = placement.at - span.offset
        written = np.ndarray(array.shape, bits, _bytes_at(copy, size), at, array.strides)
        _bits_in_place(array, bits)[...] = written
        # The gaps are equal in both memories unless the host wrote to them.
        if _memcmp(copy, span.low, size):
            raise ViolationError(f"the backend wrote between the elements of result {number}")


@dataclass(frozen=True, slots=True)
class KeptResults:
    """A copy of the results after a call, to detect later writes to them."""

    memory: SharedMemory
    spans: tuple[Span, ...]
    copies: tuple[bytes, ...]

    def check(self) -> None:
        """Raise ViolationError if a result has changed."""
        for number, (span, copy) in enumerate(zip(self.spans, self.copies, strict=True)):
            if _memcmp(self.memory.address + span.offset, copy, len(copy)):
                raise ViolationError(
                    f"the backend changed result {number} of the previous call after it had "
                    "answered"
                )


def _bits_in_place(array: Array, bits: str) -> Array:
    """Return a view of the array's elements as unsigned integers, for any strides."""
    low, high = _bounds(array)
    at = array.ctypes.data - low
    return np.ndarray(array.shape, bits, _bytes_at(low, high - low), at, array.strides)


def _first_difference(one: int, other: int, size: int) -> int:
    """Return the index of the first byte in which two memory areas differ."""
    pair = (np.frombuffer(_bytes_at(address, size), np.uint8) for address in (one, other))
    return int(np.argmax(np.not_equal(*pair)))


def _bytes_at(address: int, size: int) -> memoryview[int]:
    return memoryview((ctypes.c_uint8 * size).from_address(address))


def _bounds(array: Array) -> tuple[int, int]:
    """Return the address of the first byte of an array, and the address after its last byte."""
    if not array.size:
        return 0, 0
    low = high = array.ctypes.data
    if array.flags.c_contiguous:
        return low, low + array.nbytes
    for count, stride in zip(array.shape, array.strides, strict=True):
        if stride < 0:
            low += (count - 1) * stride
        else:
            high += (count - 1) * stride
    return low, high + array.itemsize


def _parts(array: Array, size: int) -> tuple[tuple[int, int], ...]:
    """Return the parts of an operand whose stride along one axis is at least `_FAR`.

    Each part is its distance from the start and its size in bytes. `size` is the length of the
    operand. Returns () if no stride is so large, or if the parts fill half of the operand or more.
    """
    strides = [abs(stride) for stride in array.strides]
    far = max(strides, default=0)
    if far < _FAR or not array.size:
        return ()
    count = array.shape[strides.index(far)]
    each = size - (count - 1) * far
    return tuple((i * far, each) for i in range(count)) if 2 * each < far else ()


def _placement(array: Array, shift: int) -> Placement:
    at = array.ctypes.data + shift if array.size else 0
    return Placement(format_of(array).name, array.shape, array.strides, at)


def _fences(span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the offset and size of the guard areas before and after a result.

    Each area includes one whole unused page.
    """
    end = span.offset + span.high - span.low
    before = span.offset // PAGE * PAGE - PAGE
    behind = -(-end // PAGE) * PAGE + PAGE
    return (before, span.offset - before), (end, behind - end)
