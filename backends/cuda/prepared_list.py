"""A call of a CUDA session on many sets of arrays in turn, of which one launch computes many.

What it does is what the call does on one set after the other. Sets go into one launch as long as
that is the same: no result of one is anything of another, and nothing about them is unusual.
Whatever is otherwise takes the way of a prepared call, which says what is wrong where it is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import prod
from typing import Any

from samebits.backends.cuda.arrays import look as looking
from samebits.backends.cuda.arrays.layout import ArrayError, Layout
from samebits.backends.cuda.formulas import Formula
from samebits.backends.cuda.graph_lists import ARRAYS, FIRST_POINTER, SETS, SIZE, blank, numbers_of
from samebits.backends.cuda.machines.protocol import Driver
from samebits.backends.cuda.machines.shapes import require_shape
from samebits.backends.cuda.plans import WORD
from samebits.backends.cuda.units import Kernel
from samebits.backends.cuda.views import Shape, contiguous_strides
from samebits.backends.protocol import PreparedCall
from samebits.spec.call import Call
from samebits.spec.formats import FORMATS

_MOST_READY = 256
_MOST_COUNTED = 4096

_UNFIT = -1
"""In place of a number of elements: an array that a launch of many sets does not take."""

Ranges = tuple[tuple[int, ...], ...]
"""Addresses of each set, operands before results."""


@dataclass(slots=True)
class _Ready:
    """A launch over sets of some numbers of elements: its argument, and behind it the argument's
    address.

    `apart` are the addresses of arrays that were last found to be apart.
    """

    words: array[int]
    prepared: Any
    apart: Ranges = ()


@dataclass(slots=True)
class Launches:
    """The launches over lists that a session has made, by kernel and numbers of elements, and how
    many elements arrays have that lie in the ways that have been seen."""

    ready: dict[tuple[object, ...], _Ready | None] = field(default_factory=dict)
    _counted: dict[tuple[object, ...], int] = field(default_factory=dict)

    def get(
        self, machine: Driver, found: Formula, call: Call, counts: tuple[int, ...]
    ) -> _Ready | None:
        """One for sets of so many elements, or None where there is none."""
        key = (found.entry, found.unit, counts)
        if key not in self.ready:
            if len(self.ready) >= _MOST_READY:
                self.ready.clear()
            self.ready[key] = _made(machine, found, (*call.inputs, *call.outputs), counts)
        return self.ready[key]

    def has(self, found: Formula, counts: tuple[int, ...]) -> bool:
        """Whether one is there already."""
        return (found.entry, found.unit, counts) in self.ready

    def count(self, layout: tuple[Any, ...], name: str) -> int:
        """The number of elements of an array that lies so; _UNFIT where no list takes it."""
        key = (layout, name)
        found = self._counted.get(key)
        if found is None:
            if len(self._counted) >= _MOST_COUNTED:
                self._counted.clear()
            found = self._counted[key] = _elements(Layout(*layout), name)
        return found


def _made(
    machine: Driver, found: Formula, formats: Sequence[str], counts: Sequence[int]
) -> _Ready | None:
    argument = blank(formats, counts)
    if argument is None:
        return None
    words, shape = argument
    require_shape(found.entry, shape, machine.shared_memory)
    prepared = machine.prepare(Kernel(found.unit, found.entry), shape, [SIZE])
    words.append(0)
    return _Ready(words, prepared)


class PreparedList:
    """See `samebits.backends.protocol.ListCall`; `one` computes a single set.

    Any number of threads may call it at once, each on the stream that it has configured.
    """

    def __init__(
        self, machine: Driver, launches: Launches, call: Call, found: Formula, one: PreparedCall
    ) -> None:
        self._machine = machine
        self._launches = launches
        self._call = call
        self._found = found
        self._one = one
        self._formats = (*call.inputs, *call.outputs)
        self._inputs = len(call.inputs)
        self._numbers: array[int] | None = None

    def __call__(self, sets: Sequence[Sequence[Any]]) -> None:
        """Compute on each set in turn. Raises BackendError; the sets before have been computed."""
        for at in range(0, len(sets), SETS):
            part = sets[at : at + SETS]
            if len(part) == 1 or not self._together(part):
                for operands in part:
                    self._one(*operands)

    def _together(self, sets: Sequence[Sequence[Any]]) -> bool:
        """Launch once for all these sets; False where that is not to be done."""
        machine, found = self._machine, self._found
        own = machine.stream
        placed = self._placed(sets, own)
        if placed is None:
            return False
        ranges, counts, doubtful = placed
        with machine.selected():
            if machine.is_capturing(own) and not self._launches.has(found, counts):
                return False
            ready = self._launches.get(machine, found, self._call, counts)
            if ready is None or any(map(machine.misplaced, doubtful)):
                return False
            if ready.apart != ranges:
                if not self._are_apart(ranges, counts):
                    return False
                ready.apart = ranges
            self._launch(ready, ranges)
        return True

    def _placed(
        self, sets: Sequence[Sequence[Any]], own: int
    ) -> tuple[Ranges, tuple[int, ...], list[int]] | None:
        """Addresses and numbers of elements of each set, and the addresses that are to be asked
        about; None where an array is unusual or wrong."""
        formats, inputs = self._formats, self._inputs
        seen: dict[tuple[int, str], tuple[int, bool, Shape, int]] = {}
        ranges, counts = [], []
        doubtful: list[int] = []
        for operands in sets:
            if len(operands) != len(formats):
                return None
            places = []
            common: Shape | None = None
            for i, x in enumerate(operands):
                key = (id(x), formats[i])
                known = seen.get(key)
                if known is None:
                    try:
                        look = looking.look_at(self._machine, x)
                    except ArrayError:
                        return None  # said once more, with the operand's number
                    address, fixed, layout, stream, is_unplaced, holds = look
                    count = self._launches.count(layout, formats[i])
                    if (stream and stream != own) or holds or count <= 0:
                        return None
                    if is_unplaced:
                        doubtful.append(address)
                    known = seen[key] = (address, bool(fixed), layout[1], count)
                address, takes_none, shape, count = known
                if common is None:
                    common = shape
                    counts.append(count)
                if shape != common or (takes_none and i >= inputs):
                    return None
                places.append(address)
            ranges.append(tuple(places))
        return tuple(ranges), tuple(counts), doubtful

    def _launch(self, ready: _Ready, ranges: Ranges) -> None:
        numbers = self._numbers
        if numbers is None:
            numbers = self._numbers = numbers_of(self._call, self._found)
        words = ready.words[:]
        words[: len(numbers)] = numbers
        at = FIRST_POINTER
        for places in ranges:
            words[at : at + len(places)] = array("Q", places)
            at += ARRAYS
        start = words.buffer_info()[0]
        words[-1] = start
        self._machine.start(ready.prepared, start + (len(words) - 1) * WORD)

    def _are_apart(self, ranges: Ranges, counts: Sequence[int]) -> bool:
        """Whether no result shares memory with another array, but with operands of its own set
        that lie where it lies."""
        sizes = [FORMATS[name].bits // 8 for name in self._formats]
        results = sorted(
            (places[j], places[j] + count * sizes[j], i)
            for i, (places, count) in enumerate(zip(ranges, counts, strict=True))
            for j in range(self._inputs, len(sizes))
        )
        if any(a[1] > b[0] for a, b in pairwise(results)):
            return False
        for i, (places, count) in enumerate(zip(ranges, counts, strict=True)):
            for j in range(self._inputs):
                low, high = places[j], places[j] + count * sizes[j]
                at = bisect_left(results, (high,))  # those from `at` on begin behind it
                before = results[at - 1] if at else None
                if before and before[1] > low and before != (low, high, i):
                    return False
        return True


def _elements(layout: Layout, name: str) -> int:
    try:
        strides = layout.strides_of(name)
    except ArrayError:
        return _UNFIT  # said once more, by the call on that set
    lengths = tuple(layout.shape)
    together = contiguous_strides(lengths, FORMATS[name].bits // 8)
    steps = [(a, b) for a, b, n in zip(strides, together, lengths, strict=True) if n > 1]
    if layout.shift or any(a != b for a, b in steps):
        return _UNFIT
    return prod(lengths)
