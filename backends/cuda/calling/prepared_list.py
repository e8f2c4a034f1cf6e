"""A call of a CUDA session on many sets of arrays, with one launch for many sets.

The results are the same as with one call after another. Sets share a launch only if no result of
one set overlaps an array of another set, and if the kernel accepts the layouts of all arrays. The
remaining sets go through a prepared call, which reports errors.
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

from samebits.backends.cuda.arrays import look as looking, torch
from samebits.backends.cuda.arrays.addresses import GRAIN
from samebits.backends.cuda.arrays.layout import ArrayError, Layout
from samebits.backends.cuda.arrays.views import Shape
from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.generators.formulas import Formula
from samebits.backends.cuda.generators.graph_lists import (
    ARRAYS,
    FIRST_POINTER,
    SETS,
    SIZE,
    blank,
    numbers_of,
)
from samebits.backends.cuda.machines.protocol import Driver
from samebits.backends.cuda.machines.shapes import require_shape
from samebits.backends.cuda.planning.plans import WORD
from samebits.backends.protocol import PreparedCall
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call

_MOST_READY = 1024
_MOST_LIES = 4096
_MOST_SEEN = 4  # remembered lists for each combination of element counts

_Lies = tuple[int, Shape, tuple[int, ...]]
"""The layout of an array without gaps: element count, shape, and strides in bytes.

The stride of an axis with one element is 0. Arrays with equal layouts have their elements in the
same order.
"""

Sets = Sequence[Sequence[Any]]
Addresses = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Ready:
    """A launch over sets with `counts` elements each.

    `words` has the launch's argument, followed by the address of the argument.
    """

    counts: tuple[int, ...]
    words: array[int]
    prepared: Any


class _Order:
    """The order of a list's arrays, in which one object may occur several times.

    `first` selects each object once from all arrays of all sets. `spread` takes the addresses of
    these objects, followed by a 0, and returns the addresses of all arrays in the argument's order.
    If a set has fewer arrays than the argument has fields, the remaining addresses are 0.
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
        """Return whether `operands` repeats objects at the same indices as the remembered list."""
        return all(map(is_, self._again(operands), self._instead(operands)))


@dataclass(slots=True)
class _Seen:
    """A list that was launched: its order, and a check for other tensors with the same layouts.

    `apart` are the addresses of the last list, of any thread, in which no result overlapped an
    array of another set.
    """

    order: _Order
    alike: torch.Alike
    ready: _Ready
    apart: Addresses


@dataclass(slots=True)
class Launches:
    """The launches of a session over lists, and a cache of the layouts of arrays."""

    _ready: dict[tuple[object, ...], _Ready | None] = field(default_factory=dict)
    _seen: dict[tuple[object, ...], list[_Seen]] = field(default_factory=dict)
    _tries: dict[tuple[object, ...], int] = field(default_factory=dict)
    _lies: dict[tuple[object, ...], _Lies | None] = field(default_factory=dict)

    def ready(
        self, machine: Driver, found: Formula, formats: Sequence[str], counts: tuple[int, ...]
    ) -> _Ready | None:
        """Return the launch for sets with `counts` elements each, or None if it cannot be made.

        A new launch cannot be made during graph capture.
        """
        key = (found.entry, found.unit, counts)
        ready = self._ready.get(key)
        if ready is None and not machine.is_capturing(machine.stream):
            ready = _made(machine, found, formats, counts)
            _keep(self._ready, key, ready, _MOST_READY)
        return ready

    def seen(self, found: Formula, sizes: tuple[int, ...]) -> Sequence[_Seen]:
        """Return earlier lists of tensors whose sets have `sizes` elements."""
        return self._seen.get((found.entry, found.unit, sizes), ())

    def wants(self, found: Formula, sizes: tuple[int, ...]) -> bool:
        """Return whether to remember one more list with these sizes. Call it once for each list."""
        key = (found.entry, found.unit, sizes)
        tries = self._tries.get(key, 0)
        _keep(self._tries, key, tries + 1, _MOST_READY)
        return tries < _MOST_SEEN

    def see(self, found: Formula, sizes: tuple[int, ...], seen: _Seen) -> None:
        """Remember a list that was launched."""
        key = (found.entry, found.unit, sizes)
        _keep(self._seen, key, [seen, *self._seen.get(key, ())], _MOST_READY)

    def lies(self, layout: tuple[Any, ...], name: str) -> _Lies | None:
        """Return the layout as `_Lies`, or None if a list launch cannot take an array with it."""
        key = (layout, name)
        if key not in self._lies:
            _keep(self._lies, key, _lies(Layout(*layout), name), _MOST_LIES)
        return self._lies.get(key)

    def clear(self) -> None:
        """Forget everything."""
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
    """The address and layout of an array in a list.

    `takes_none` is true if it cannot hold a result, and `is_doubtful` if its device is unknown.
    """

    address: int
    lies: _Lies
    takes_none: bool
    is_doubtful: bool


class PreparedList:
    """A prepared list call; `one` computes a single set (see `ListCall` of the protocol).

    Any number of threads may call it simultaneously, each on the stream that it has configured.
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
        """Compute each set in order; if one raises BackendError, earlier sets are computed."""
        for at in range(0, len(sets), SETS):
            part = sets[at : at + SETS]
            while part:
                count = self._as_before(part) or self._first_of(part)
                part = part[count:]

    def _as_before(self, sets: Sets) -> int:
        """Launch all sets together if their tensors have the layouts of an earlier list.

        Return the number of computed sets: all, or 0 if no earlier list matches.
        """
        machine, arrays = self._machine, len(self._formats)
        try:
            sizes = tuple([operands[0].numel() for operands in sets])
        except (AttributeError, LookupError, RuntimeError, TypeError):
            return 0  # not all arrays are tensors, or a set is invalid
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
        """Compute the first set, and those after it that share its launch; return how many."""
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
        """Return the launch for arrays at these addresses, or None if sets need separate calls."""
        if any(map(self._machine.misplaced, doubtful)) or not self._are_apart(addresses, counts):
            return None
        return self._launches.ready(self._machine, self._found, self._formats, counts)

    def _see(self, sets: Sets, ready: _Ready) -> None:
        """Remember a list that was launched, if all its arrays are tensors."""
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
        """Return addresses in the argument's order, element counts, and addresses to check.

        They describe the sets before the first set that cannot share a launch.
        """
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
        """Return the address and layout of an array, or None if it cannot be in a list launch."""
        if isinstance(x, np.ndarray):
            return None
        try:
            look = looking.look_at(self._machine, x)
        except ArrayError:
            return None  # reported later, with the operand's number
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
        """Return whether no result overlaps another array, except an equal one of its own set."""
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
            at = bisect_left(results, (high,))  # results from `at` on begin after the operand
            before = results[at - 1] if at else None
            if before and before[1] > low and before != (low, high, i):
                return False
        return True


def _picker(places: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """Return a function that selects the items at these indices."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda items: tuple(items[i] for i in places)


def _lies(layout: Layout, name: str) -> _Lies | None:
    """Return the layout as `_Lies`, or None for gaps, no elements, or an unaligned address."""
    try:
        strides = layout.strides_of(name)
    except ArrayError:
        return None  # reported later, by the call on that set
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
