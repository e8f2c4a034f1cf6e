"""Asking a session for the bits of one call, in a way that catches what bits alone do not show.

Elements that were never written, writes outside the outputs, and changed operands are found here.
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
from samebits.conformance.buffers import FencedOutput, other_poison_of
from samebits.conformance.errors import JudgeError
from samebits.spec.call import Call
from samebits.spec.formats import bits_of

Bits = np.ndarray[Any, Any]


class MisbehaviourError(JudgeError):
    """The backend broke the protocol: wrote outside an output, or changed an operand."""


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
    """Run a call. Raises MisbehaviourError, and whatever the backend raises."""
    first = _run(session, call, inputs, shapes, [poison_of(f) for f in call.outputs])
    held = [bits == bits.dtype.type(poison_of(f)) for bits, f in _with_formats(first, call.outputs)]
    if not any(h.any() for h in held):
        return Produced([o.array for o in first], [None] * len(first))
    second = _run(session, call, inputs, shapes, [other_poison_of(f) for f in call.outputs])
    unwritten: list[Bits | None] = []
    for where, (bits, name) in zip(held, _with_formats(second, call.outputs), strict=True):
        both = where & (bits == bits.dtype.type(other_poison_of(name)))
        unwritten.append(both if both.any() else None)
    return Produced([o.array for o in first], unwritten)


def _with_formats(outputs: Sequence[FencedOutput], names: Sequence[str]) -> list[tuple[Bits, str]]:
    return [(output.bits, name) for output, name in zip(outputs, names, strict=True)]


def _run(
    session: Session,
    call: Call,
    inputs: Sequence[Array],
    shapes: Sequence[tuple[int, ...]],
    poisons: Sequence[int],
) -> list[FencedOutput]:
    given = [bits_of(x).copy() for x in inputs]
    outputs = [
        FencedOutput(shape, name, poison)
        for shape, name, poison in zip(shapes, call.outputs, poisons, strict=True)
    ]
    execute_into(session, call, inputs, [o.array for o in outputs])
    for i, output in enumerate(outputs):
        if not output.intact():
            raise MisbehaviourError(f"the backend wrote outside output {i} of {call}")
    for i, (before, after) in enumerate(zip(given, inputs, strict=True)):
        if not np.array_equal(before, bits_of(after)):
            raise MisbehaviourError(f"the backend changed operand {i} of {call}")
    return outputs
