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
from typing import Any, NamedTuple

import numpy as np

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
from samebits.backends.cuda.views import Shape
from samebits.backends.protocol import PreparedCall
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call

_MOST_READY = 1024
_MOST_LIES = 4096
_MOST_SEEN = 4  # lists of the same numbers of elements

_Lies = tuple[int, Shape, tuple[int, ...]]
"""The number of elements of an array without gaps, its shape, and its strides in bytes, 0 where an
axis has one element: arrays of which all that is the same have their elements in one order."""

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
        first: dict[int, int] = {}
        for i, n in enumerate(number):
            first.setdefault(n, i)
        firsts = [*first.values()]
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

    `apart` are the addresses for which no result was found to be anything of another set; the last
    that were, of whichever thread.
    """

    order: _Order
    alike: torch.Alike
    ready: _Ready
    apart: Addresses


@dataclass(slots=True)
class Launches:
    """What a session has launched over lists, and how arrays lie that have been seen."""

    _ready: dict[tuple[object, ...], _Ready | None] = field(default_factory=dict)
    _seen: dict[tuple[object, ...], list[_Seen]] = field(default_factory=dict)
    _tries: dict[tuple[object, ...], int] = field(default_factory=dict)
    _lies: dict[tuple[object, ...], _Lies | None] = field(default_factory=dict)

    def ready(
        self, machine: Driver, found: Formula, formats: Sequence[str], counts: tuple[int, ...]
    ) -> _Ready | None:
        """A launch for sets of so many elements; None where there is none, or none yet while a
        graph is captured."""
        key = (found.entry, found.unit, counts)
        ready = self._ready.get(key)
        if ready is None and not machine.is_capturing(machine.stream):
            ready = _made(machine, found, formats, counts)
            _keep(self._ready, key, ready, _MOST_READY)
        return ready

    def seen(self, found: Formula, sizes: tuple[int, ...]) -> Sequence[_Seen]:
        """Lists of tensors that were launched, of which the first of each set has such a size."""
        return self._seen.get((found.entry, found.unit, sizes), ())

    def wants(self, found: Formula, sizes: tuple[int, ...]) -> bool:
        """Whether one more such list is to be known; asked once for each."""
        key = (found.entry, found.unit, sizes)
        tries = self._tries.get(key, 0)
        _keep(self._tries, key, tries + 1, _MOST_READY)
        return tries < _MOST_SEEN

    def see(self, found: Formula, sizes: tuple[int, ...], seen: _Seen) -> None:
        """Know one more."""
        key = (found.entry, found.unit, sizes)
        _keep(self._seen, key, [seen, *self._seen.get(key, ())], _MOST_READY)

    def lies(self, layout: tuple[Any, ...], name: str) -> _Lies | None:
        """How an array of this layout lies; None where no list takes it."""
        key = (layout, name)
        if key not in self._lies:
            _keep(self._lies, key, _lies(Layout(*layout), name), _MOST_LIES)
        return self._lies.get(key)

    def clear(self) -> None:
        """Forget all."""
        self._ready.clear()
        self._seen.clear()
        self._tries.clear()
        self._lies.clear()


def _keep(kept: dict[tuple[object, ...], Any], key: tuple[object, ...], x: Any, most: int) -> None:
    if len(kept) >= most:
        kept.clear()
    kept[key] = x


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


class _Place(NamedTuple):
    """An array of a list: that it takes no result, that it is still to be asked where it lies."""

    address: int
    lies: _Lies
    takes_none: bool
    is_doubtful: bool


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
            while part:
                count = self._as_before(part) or self._first_of(part)
                part = part[count:]

    def _as_before(self, sets: Sets) -> int:
        """Launch once for tensors that lie as some that were launched; how many sets were."""
        machine, arrays = self._machine, len(self._formats)
        try:
            sizes = tuple([operands[0].numel() for operands in sets])
        except (AttributeError, LookupError, RuntimeError, TypeError):
            return 0  # these are other arrays than tensors, or are wrong
        known = self._launches.seen(self._found, sizes)
        if not known or any(len(operands) != arrays for operands in sets):
            return 0
        operands = [*chain.from_iterable(sets)]
        for seen in known:
            each = seen.order.first(operands)
            if not seen.order.holds(operands):
                continue
            found = torch.addresses_of(each)
            if found is not None and seen.alike(each):
                break
        else:
            return 0
        if torch.reader().stream_of(machine.number) != machine.stream:
            return 0
        addresses = tuple(found)
        if reduce(or_, addresses) % GRAIN:
            return 0
        spread = seen.order.spread((*addresses, 0))
        if addresses != seen.apart:
            if not self._are_apart(spread, seen.ready.counts):
                return 0
            seen.apart = addresses
        with machine.selected():
            self._launch(seen.ready, spread)
        return len(sets)

    def _first_of(self, sets: Sets) -> int:
        """Compute the first of these sets, one or those that a launch takes; how many they were."""
        addresses, counts, doubtful = self._placed(sets)
        chosen = sets[: max(len(counts), 1)]
        ready = None
        if len(counts) > 1:
            with self._machine.selected():
                ready = self._ready_for(addresses, counts, doubtful)
                if ready is not None:
                    self._launch(ready, addresses)
        if ready is not None:
            self._see(chosen, ready)
        else:
            for operands in chosen:
                self._one(*operands)
        return len(chosen)

    def _ready_for(
        self, addresses: Addresses, counts: tuple[int, ...], doubtful: Sequence[int]
    ) -> _Ready | None:
        """The launch for sets of arrays at these addresses; None where they have to go in turn."""
        if any(map(self._machine.misplaced, doubtful)) or not self._are_apart(addresses, counts):
            return None
        return self._launches.ready(self._machine, self._found, self._formats, counts)

    def _see(self, sets: Sets, ready: _Ready) -> None:
        """From now on know lists of tensors that lie as these."""
        operands = [*chain.from_iterable(sets)]
        if not all(map(torch.is_tensor, operands)):
            return
        if not self._launches.wants(self._found, ready.counts):
            return
        order = _Order(operands, len(self._formats))
        each = order.first(operands)
        alike = torch.reader().alike(each)
        if alike is not None:
            seen = _Seen(order, alike, ready, tuple([x.data_ptr() for x in each]))
            self._launches.see(self._found, ready.counts, seen)

    def _placed(self, sets: Sets) -> tuple[Addresses, tuple[int, ...], list[int]]:
        """Of the first sets of which nothing is unusual or wrong: the addresses as in the argument,
        the numbers of elements, and which addresses are to be asked about."""
        addresses: list[int] = []
        counts: list[int] = []
        doubtful: list[int] = []
        known: dict[tuple[int, str], _Place | None] = {}
        for operands in sets:
            places = []
            if len(operands) == len(self._formats):
                for x, name in zip(operands, self._formats, strict=True):
                    key = (id(x), name)
                    if key not in known:
                        known[key] = self._place(x, name)
                    place = known[key]
                    if place is None:
                        break
                    places.append(place)
            fits = len(places) == len(self._formats)
            if not fits or any(place.lies != places[0].lies for place in places):
                break
            if any(place.takes_none for place in places[self._inputs :]):
                break
            counts.append(places[0].lies[0])
            addresses += [place.address for place in places]
            addresses += [0] * (ARRAYS - len(places))
            doubtful += [place.address for place in places if place.is_doubtful]
        return tuple(addresses), tuple(counts), doubtful

    def _place(self, x: Any, name: str) -> _Place | None:
        """Where an array lies that a list may take; None for any other."""
        if isinstance(x, np.ndarray):
            return None
        try:
            look = looking.look_at(self._machine, x)
        except ArrayError:
            return None  # said once more, with the operand's number
        address, fixed, layout, stream, is_unplaced, holds = look
        lies = self._launches.lies(layout, name)
        if lies is None or holds or (stream and stream != self._machine.stream):
            return None
        return _Place(address, lies, bool(fixed), is_unplaced)

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


def _lies(layout: Layout, name: str) -> _Lies | None:
    """None for an array with gaps, without elements, or at no multiple of GRAIN."""
    try:
        strides = layout.strides_of(name)
    except ArrayError:
        return None  # said once more, by the call on that set
    shape = tuple(layout.shape)
    count = prod(shape)
    axes = sorted((step, n) for step, n in zip(strides, shape, strict=True) if n > 1)
    next_step = FORMATS[name].bits // 8
    for step, n in axes:
        if step != next_step:
            return None
        next_step *= n
    if layout.shift or not count:
        return None
    return count, shape, tuple(s if n > 1 else 0 for s, n in zip(strides, shape, strict=True))
