"""Asking a session for the bits of one call, and which of them it never wrote.

An output that still holds poison is computed a second time into another poison. What changed with
the poison was not written; everything else has to come again bit for bit. So a result that happens
to equal the poison is no false alarm, and the second run is held to the answer as the first is.
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
"""Makes the outputs of a call, each filled with the bit pattern that is given for it."""


@dataclass(frozen=True, slots=True)
class Fills:
    """Two runs into different poisons, output by output: which elements neither wrote, and which
    came otherwise the second time."""

    unwritten: list[Bits]
    changed: list[Bits]


@dataclass(frozen=True, slots=True)
class Produced:
    """Outputs of a call; `fills` is there where some held poison, and the call was made again."""

    outputs: list[Array]
    fills: Fills | None = None

    @property
    def unwritten_count(self) -> int:
        """Elements that were never written."""
        return sum(int(u.sum()) for u in self.fills.unwritten) if self.fills else 0

    @property
    def changed_count(self) -> int:
        """Elements that had other bits when the call was made again."""
        return sum(int(c.sum()) for c in self.fills.changed) if self.fills else 0

    @property
    def troubles(self) -> list[str]:
        """What is wrong without any wanted bit, in words; empty where nothing is."""
        found = [f"{self.unwritten_count} never written"] if self.unwritten_count else []
        if self.changed_count:
            found.append(f"{self.changed_count} have other bits when the call is made again")
        return found


def produce(
    session: Session, call: Call, inputs: Sequence[Array], shapes: Sequence[tuple[int, ...]]
) -> Produced:
    """Run a call into outputs of these shapes. Raises what the session raises."""
    return produce_in(session, call, inputs, partial(plain_results, call, shapes))


def plain_results(
    call: Call, shapes: Sequence[tuple[int, ...]], patterns: Sequence[int]
) -> list[Array]:
    """Aligned outputs of a call, each filled with its pattern."""
    wanted = zip(shapes, call.outputs, patterns, strict=True)
    return [aligned(shape, name, pattern) for shape, name, pattern in wanted]


def produce_in(session: Session, call: Call, inputs: Sequence[Array], make: Make) -> Produced:
    """Run a call into outputs that `make` lays out. Raises what the session raises."""
    first = poisoned_results(call, make)
    execute_into(session, call, inputs, first)
    return produced_again(session, call, inputs, make, first)


def poisoned_results(call: Call, make: Make) -> list[Array]:
    """The outputs of a first run, as `make` lays them out."""
    return make([poison_of(name) for name in call.outputs])


def produced_again(
    session: Session, call: Call, inputs: Sequence[Array], make: Make, first: list[Array]
) -> Produced:
    """The outputs of a first run, after a second one where they still hold poison."""
    if not holds_poison(call, list(map(bits_of, first))):
        return Produced(first)
    second = make([other_poison_of(name) for name in call.outputs])
    execute_into(session, call, inputs, second)
    fills = compare_fills(call, list(map(bits_of, first)), list(map(bits_of, second)))
    return Produced(first, fills)


def holds_poison(call: Call, found: Sequence[Bits]) -> bool:
    """Whether an element of the results has the bits that fresh outputs are filled with."""
    pairs = zip(found, call.outputs, strict=True)
    return any(_is(bits, poison_of(name)).any() for bits, name in pairs)


def compare_fills(call: Call, first: Sequence[Bits], second: Sequence[Bits]) -> Fills:
    """What two runs, into `poison_of` and into `other_poison_of`, left and changed."""
    unwritten, changed = [], []
    for before, after, name in zip(first, second, call.outputs, strict=True):
        left = _is(before, poison_of(name)) & _is(after, other_poison_of(name))
        unwritten.append(left)
        changed.append(np.asarray((before != after) & ~left))
    return Fills(unwritten, changed)


def _is(bits: Bits, pattern: int) -> Bits:
    return np.asarray(bits == bits.dtype.type(pattern))
