"""Computes the bits of one call, and finds the elements that the session never wrote.

An output that still holds poison is computed a second time, into an output with a different poison.
An element that has the respective poison after both runs was not written. All other elements must
have equal bits in both runs. So a result that happens to equal the poison raises no false alarm,
and the bits of the second run are checked as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from samebits.backends.executor import execute_into, poison_of
from samebits.backends.protocol import Array, Session
from samebits.conformance.calls.buffers import aligned, other_poison_of
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call

Bits = np.ndarray[Any, Any]

Make = Callable[[Sequence[int]], list[Array]]
"""A function that allocates the outputs of a call and fills each with the given bit pattern."""


@dataclass(frozen=True, slots=True)
class Fills:
    """Two runs of a call into outputs with different poisons, compared output by output.

    `unwritten` marks elements that neither run wrote, and `changed` marks elements whose bits
    differ.
    """

    unwritten: list[Bits]
    changed: list[Bits]


@dataclass(frozen=True, slots=True)
class Produced:
    """The outputs of a call.

    `fills` is None unless they held poison, in which case the call was repeated.
    """

    outputs: list[Array]
    fills: Fills | None = None

    @property
    def unwritten_count(self) -> int:
        """Return the number of elements that were never written."""
        return sum(int(u.sum()) for u in self.fills.unwritten) if self.fills else 0

    @property
    def changed_count(self) -> int:
        """Return the number of elements whose bits differed when the call was repeated."""
        return sum(int(c.sum()) for c in self.fills.changed) if self.fills else 0

    @property
    def troubles(self) -> list[str]:
        """Return descriptions of the defects that can be seen without the right bits."""
        found = [f"{self.unwritten_count} never written"] if self.unwritten_count else []
        if self.changed_count:
            found.append(f"{self.changed_count} have other bits when the call is made again")
        return found


def produce(
    session: Session, call: Call, inputs: Sequence[Array], shapes: Sequence[tuple[int, ...]]
) -> Produced:
    """Run a call into outputs of these shapes. Raises any error of the session."""
    return produce_in(session, call, inputs, partial(plain_results, call, shapes))


def plain_results(
    call: Call, shapes: Sequence[tuple[int, ...]], patterns: Sequence[int]
) -> list[Array]:
    """Return aligned outputs of a call, each filled with its pattern."""
    wanted = zip(shapes, call.outputs, patterns, strict=True)
    return [aligned(shape, name, pattern) for shape, name, pattern in wanted]


def produce_in(session: Session, call: Call, inputs: Sequence[Array], make: Make) -> Produced:
    """Run a call into outputs that `make` allocates. Raises any error of the session."""
    first = poisoned_results(call, make)
    execute_into(session, call, inputs, first)
    return produced_again(session, call, inputs, make, first)


def poisoned_results(call: Call, make: Make) -> list[Array]:
    """Return poisoned outputs for a first run, allocated by `make`."""
    return make([poison_of(name) for name in call.outputs])


def produced_again(
    session: Session, call: Call, inputs: Sequence[Array], make: Make, first: list[Array]
) -> Produced:
    """Return the outputs of a first run; repeat the call if they still hold poison."""
    if not holds_poison(call, list(map(bits_of, first))):
        return Produced(first)
    second = make([other_poison_of(name) for name in call.outputs])
    execute_into(session, call, inputs, second)
    fills = compare_fills(call, list(map(bits_of, first)), list(map(bits_of, second)))
    return Produced(first, fills)


def holds_poison(call: Call, found: Sequence[Bits]) -> bool:
    """Return whether any element of the results has the bits of the poison."""
    pairs = zip(found, call.outputs, strict=True)
    return any(_is(bits, poison_of(name)).any() for bits, name in pairs)


def compare_fills(call: Call, first: Sequence[Bits], second: Sequence[Bits]) -> Fills:
    """Return which elements two runs left unwritten, and which changed between the runs.

    `first` was computed into `poison_of` and `second` into `other_poison_of`.
    """
    unwritten, changed = [], []
    for before, after, name in zip(first, second, call.outputs, strict=True):
        left = _is(before, poison_of(name)) & _is(after, other_poison_of(name))
        unwritten.append(left)
        changed.append(np.asarray((before != after) & ~left))
    return Fills(unwritten, changed)


def _is(bits: Bits, pattern: int) -> Bits:
    return np.asarray(bits == bits.dtype.type(pattern))
