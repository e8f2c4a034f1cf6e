"""Arrays of the judge in the memories that it shares with a host, and back.

Operands keep what they share: where two overlap or touch, they do in the host as well. Every array
keeps its strides. Its address modulo a page is chosen by the judge or drawn (`addresses.py`).
Around each result lies a page that is not the host's; what is left of its own pages on both sides,
and that page, hold a pattern that has to be there afterwards. An operand that ends with a page has
a page behind it that holds nothing, so that a host can catch reads behind the end.
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
    """The backend broke the protocol: it wrote where it must not."""


_FAR = 1 << 16
"""Strides from which on the gaps between two parts of an operand are not copied."""


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes of the judge, from `low` to before `high`, and their copy at an offset.

    Only `parts` of them may be copied, each with its distance from `low` and its size: memory that
    nobody touches costs nothing.
    """

    low: int
    high: int
    offset: int
    parts: tuple[tuple[int, int], ...] = ()

    def copied(self) -> tuple[tuple[int, int], ...]:
        """The distance from `low` and the size of each part that is copied."""
        return self.parts or ((0, self.high - self.low),)


@dataclass(frozen=True, slots=True)
class PlacedOperands:
    """Operands in the memory of operands."""

    memory: SharedMemory
    spans: tuple[Span, ...]
    owners: tuple[int, ...]
    bounds: tuple[tuple[int, int], ...]
    placements: tuple[Placement, ...]

    def check(self) -> None:
        """Raise ViolationError unless every byte is as it was."""
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
    """Places the operands of one or several calls, one behind the other."""

    def __init__(self, memory: SharedMemory) -> None:
        self._memory = memory
        self._end = 0

    def place(self, arrays: Sequence[Array], call: str = "") -> PlacedOperands:
        """Copy the operands of one call, which `call` names."""
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
    """Places the results of one or several calls, a page that is nobody's around each."""

    def __init__(self, memory: SharedMemory) -> None:
        self._memory = memory
        self._end = 0

    def place(self, arrays: Sequence[Array], call: str = "") -> PlacedResults:
        """Make room for the results of one call, which `call` names.

        Each result is copied as it is now: poisoned, with whatever lies in its gaps.
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
    """Results in the memory of results."""

    memory: SharedMemory
    arrays: tuple[Array, ...]
    spans: tuple[Span, ...]
    placements: tuple[Placement, ...]

    def fetch(self) -> None:
        """Copy what was written into the judge's arrays.

        Raises ViolationError where something was written outside of a result or between its
        elements.
        """
        for number, (array, span) in enumerate(zip(self.arrays, self.spans, strict=True)):
            for start, size in _fences(span):
                if _memcmp(self.memory.address + start, _FENCE, size):
                    raise ViolationError(f"the backend wrote outside result {number}")
            self._fetch(number, array, span)

    def keep(self) -> KeptResults:
        """What lies there now, to be compared before the next call."""
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
        # Its gaps hold what they held before, so now both sides are equal, byte for byte.
        if _memcmp(copy, span.low, size):
            raise ViolationError(f"the backend wrote between the elements of result {number}")


@dataclass(frozen=True, slots=True)
class KeptResults:
    """Results as a call has left them: whoever goes on to write there is found out."""

    memory: SharedMemory
    spans: tuple[Span, ...]
    copies: tuple[bytes, ...]

    def check(self) -> None:
        """Raise ViolationError where one of them has changed."""
        for number, (span, copy) in enumerate(zip(self.spans, self.copies, strict=True)):
            if _memcmp(self.memory.address + span.offset, copy, len(copy)):
                raise ViolationError(
                    f"the backend changed result {number} of the call before this one after it "
                    "had answered"
                )


def _bits_in_place(array: Array, bits: str) -> Array:
    """The elements of an array as unsigned integers, in the same memory whatever its strides."""
    low, high = _bounds(array)
    at = array.ctypes.data - low
    return np.ndarray(array.shape, bits, _bytes_at(low, high - low), at, array.strides)


def _first_difference(one: int, other: int, size: int) -> int:
    """The first byte in which two places of memory differ."""
    pair = (np.frombuffer(_bytes_at(address, size), np.uint8) for address in (one, other))
    return int(np.argmax(np.not_equal(*pair)))


def _bytes_at(address: int, size: int) -> memoryview[int]:
    return memoryview((ctypes.c_uint8 * size).from_address(address))


def _bounds(array: Array) -> tuple[int, int]:
    """The first byte of an array, and the one behind its last."""
    if not array.size:
        return 0, 0
    low = high = array.ctypes.data
    for count, stride in zip(array.shape, array.strides, strict=True):
        if stride < 0:
            low += (count - 1) * stride
        else:
            high += (count - 1) * stride
    return low, high + array.itemsize


def _parts(array: Array, size: int) -> tuple[tuple[int, int], ...]:
    """The parts of an operand with far strides along one axis, in `size` bytes; else none."""
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
    """Offset and size of what lies before and behind a result, a whole page of nobody's each."""
    end = span.offset + span.high - span.low
    before = span.offset // PAGE * PAGE - PAGE
    behind = -(-end // PAGE) * PAGE + PAGE
    return (before, span.offset - before), (end, behind - end)
