"""A call of a CUDA session on many sets of arrays in turn, of which one launch computes many.

What it does is what the call does on one set after the other. Sets go into one launch as long as
that is the same: no result of one is anything of another, and nothing about them is unusual.
Whatever is otherwise takes the way of a prepared call, which says what is wrong where it is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, pairwise
from math import prod
from operator import is_, itemgetter, or_
from typing import Any

from samebits.backends.cuda.addresses import GRAIN
from samebits.backends.cuda.arrays import look as looking
from samebits.backends.cuda.arrays import torch
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
_MOST_SEEN = 4

_UNFIT = -1
"""In place of a number of elements: an array that a launch of many sets does not take."""

Sets = Sequence[Sequence[Any]]
Addresses = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Ready:
    """A launch over sets of so many elements: its argument, and behind it that one's address."""

    counts: tuple[int, ...]
    words: array[int]
    prepared: Any


class _Order:
    """Which arrays of a list are the same object, and where the addresses of the others go.

    `first` gives of all arrays, set after set, each object once. `spread` gives of their addresses
    and a 0 behind them those of all arrays, with zeros where a set has fewer than the argument.
    """

    def __init__(self, operands: Sequence[Any], arrays: int) -> None:
        places: dict[int, int] = {}
        number = [places.setdefault(id(x), len(places)) for x in operands]
        firsts = [number.index(n) for n in range(len(places))]
        again = [i for i, n in enumerate(number) if firsts[n] != i]
        self.first = _picker(firsts)
        self._again = _picker(again)
        self._instead = _picker([firsts[number[i]] for i in again])
        none = [len(places)] * (ARRAYS - arrays)
        starts = range(0, len(number), arrays)
        self.spread = _picker([n for at in starts for n in (*number[at : at + arrays], *none)])

    def holds(self, operands: Sequence[Any]) -> bool:
        """Whether what is the same object there is so here; not that all others differ."""
        return all(map(is_, self._again(operands), self._instead(operands)))


@dataclass(slots=True)
class _Seen:
    """A list that was launched: its order, what tells of other tensors that they lie as it did.

    `apart` are the addresses for which no result was found to be anything of another set.
    """

    order: _Order
    alike: torch.Alike
    ready: _Ready
    apart: Addresses


@dataclass(slots=True)
class Launches:
    """What a session has launched over lists, by kernels and numbers of elements or of sets, and
    how many elements arrays have that lie in the ways that have been seen."""

    ready: dict[tuple[object, ...], _Ready | None] = field(default_factory=dict)
    seen: dict[tuple[object, ...], list[_Seen]] = field(default_factory=dict)
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

    def clear(self) -> None:
        """Forget all launches."""
        self.ready.clear()
        self.seen.clear()


def _made(
    machine: Driver, found: Formula, formats: Sequence[str], counts: tuple[int, ...]
) -> _Ready | None:
    argument = blank(formats, counts)
    if argument is None:
        return None
    words, shape = argument
    require_shape(found.entry, shape, machine.shared_memory)
    prepared = machine.prepare(Kernel(found.unit, found.entry), shape, [SIZE])
    words.append(0)
    return _Ready(counts, words, prepared)


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

    def __call__(self, sets: Sets) -> None:
        """Compute on each set in turn. Raises BackendError; the sets before have been computed."""
        for at in range(0, len(sets), SETS):
            part = sets[at : at + SETS]
            if len(part) == 1 or not (self._as_before(part) or self._together(part)):
                for operands in part:
                    self._one(*operands)

    def _as_before(self, sets: Sets) -> bool:
        """Launch once for tensors that lie as some that were launched; whether they do."""
        known = self._launches.seen.get((self._found.entry, self._found.unit, len(sets)))
        if not known:
            return False
        machine, arrays = self._machine, len(self._formats)
        if any(len(operands) != arrays for operands in sets):
            return False
        operands = [*chain.from_iterable(sets)]
        for seen in known:
            each = seen.order.first(operands)
            if seen.alike(*each) and seen.order.holds(operands):
                break
        else:
            return False
        if torch.reader().stream_of(machine.number) != machine.stream:
            return False
        addresses = (*(x.data_ptr() for x in each), 0)
        if reduce(or_, addresses) % GRAIN:
            return False
        if addresses != seen.apart:
            if not self._are_apart(seen.order.spread(addresses), seen.ready.counts):
                return False
            seen.apart = addresses
        with machine.selected():
            self._launch(seen.ready, seen.order.spread(addresses))
        return True

    def _together(self, sets: Sets) -> bool:
        """Launch once for all these sets; False where that is not to be done."""
        machine, found = self._machine, self._found
        own = machine.stream
        placed = self._placed(sets, own)
        if placed is None:
            return False
        addresses, counts, doubtful = placed
        with machine.selected():
            if machine.is_capturing(own) and not self._launches.has(found, counts):
                return False
            ready = self._launches.get(machine, found, self._call, counts)
            if ready is None or any(map(machine.misplaced, doubtful)):
                return False
            if not self._are_apart(addresses, counts):
                return False
            self._launch(ready, addresses)
        self._see([*chain.from_iterable(sets)], ready)
        return True

    def _see(self, operands: Sequence[Any], ready: _Ready) -> None:
        """From now on know lists of tensors that lie as these."""
        if not all(map(torch.is_tensor, operands)):
            return
        order = _Order(operands, len(self._formats))
        each = order.first(operands)
        alike = torch.reader().alike(each)
        if alike is None:
            return
        key = (self._found.entry, self._found.unit, len(ready.counts))
        known = self._launches.seen.setdefault(key, [])
        seen = _Seen(order, alike, ready, (*(x.data_ptr() for x in each), 0))
        known[:] = [seen, *known[: _MOST_SEEN - 1]]

    def _placed(self, sets: Sets, own: int) -> tuple[Addresses, tuple[int, ...], list[int]] | None:
        """Addresses as in the argument, the numbers of elements of sets, and which addresses are to
        be asked about; None where an array is unusual or wrong."""
        formats, inputs = self._formats, self._inputs
        known: dict[tuple[int, str], tuple[int, bool, Shape, int]] = {}
        addresses: list[int] = []
        counts: list[int] = []
        doubtful: list[int] = []
        for operands in sets:
            if len(operands) != len(formats):
                return None
            common: Shape | None = None
            for i, x in enumerate(operands):
                key = (id(x), formats[i])
                found = known.get(key)
                if found is None:
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
                    found = known[key] = (address, bool(fixed), layout[1], count)
                address, takes_none, shape, count = found
                if common is None:
                    common = shape
                    counts.append(count)
                if shape != common or (takes_none and i >= inputs):
                    return None
                addresses.append(address)
            addresses += [0] * (ARRAYS - len(formats))
        return tuple(addresses), tuple(counts), doubtful

    def _launch(self, ready: _Ready, addresses: Addresses) -> None:
        numbers = self._numbers
        if numbers is None:
            numbers = self._numbers = numbers_of(self._call, self._found)
        words = ready.words[:]
        words[: len(numbers)] = numbers
        words[FIRST_POINTER : FIRST_POINTER + len(addresses)] = array("Q", addresses)
        start = words.buffer_info()[0]
        words[-1] = start
        self._machine.start(ready.prepared, start + (len(words) - 1) * WORD)

    def _are_apart(self, addresses: Addresses, counts: Sequence[int]) -> bool:
        """Whether no result shares memory with another array, but with operands of its own set
        that lie where it lies."""
        sizes = [FORMATS[name].bits // 8 for name in self._formats]
        operands: list[tuple[int, int, int]] = []
        results: list[tuple[int, int, int]] = []
        for i, count in enumerate(counts):
            for j, size in enumerate(sizes):
                low = addresses[i * ARRAYS + j]
                (operands if j < self._inputs else results).append((low, low + count * size, i))
        results.sort()
        if any(a[1] > b[0] for a, b in pairwise(results)):
            return False
        for low, high, i in operands:
            at = bisect_left(results, (high,))  # those from `at` on begin behind it
            before = results[at - 1] if at else None
            if before and before[1] > low and before != (low, high, i):
                return False
        return True


def _picker(places: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """A function that gives the items at some places."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda items: tuple(items[i] for i in places)


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
