"""Asking a session for the bits of one call, and which of them it never wrote.

An output that still holds poison is computed a second time into another poison: only what changed
with it was not written, so a result that happens to equal the poison is no false alarm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.executor import execute_into, poison_of
from samebits.backends.protocol import Array, Session
from samebits.conformance.buffers import aligned, other_poison_of
from samebits.spec.call import Call
from samebits.spec.formats import bits_of

Bits = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Produced:
    """Outputs of one run, and per output where nothing was written (None: everywhere written)."""

    outputs: list[Array]
    unwritten: list[Bits | None]

    @property
    def unwritten_count(self) -> int:
        """Elements that were never written."""
        return sum(int(u.sum()) for u in self.unwritten if u is not None)


def produce(
    session: Session, call: Call, inputs: Sequence[Array], shapes: Sequence[tuple[int, ...]]
) -> Produced:
    """Run a call. Raises what the session raises."""
    first = _run(session, call, inputs, shapes, [poison_of(f) for f in call.outputs])
    held = [
        bits == bits.dtype.type(poison_of(name))
        for bits, name in zip(map(bits_of, first), call.outputs, strict=True)
    ]
    if not any(h.any() for h in held):
        return Produced(first, [None] * len(first))
    second = _run(session, call, inputs, shapes, [other_poison_of(f) for f in call.outputs])
    unwritten: list[Bits | None] = []
    for where, bits, name in zip(held, map(bits_of, second), call.outputs, strict=True):
        both = where & (bits == bits.dtype.type(other_poison_of(name)))
        unwritten.append(both if both.any() else None)
    return Produced(first, unwritten)


def _run(
    session: Session,
    call: Call,
    inputs: Sequence[Array],
    shapes: Sequence[tuple[int, ...]],
    poisons: Sequence[int],
) -> list[Array]:
    outputs = [
        aligned(shape, name, poison)
        for shape, name, poison in zip(shapes, call.outputs, poisons, strict=True)
    ]
    execute_into(session, call, inputs, outputs)
    return outputs
