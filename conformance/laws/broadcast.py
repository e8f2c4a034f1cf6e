"""Broadcast: an operand whose elements share memory gives the same bits as a full copy.

Its elements share memory if it is repeated by stride 0, or if its rows are overlapping windows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.running import Question
from samebits.conformance.scenes.specimens import Specimen


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Replace one operand at a time by views that share memory: repeated rows, and windows."""
    operands = specimen.operands()
    # Channels are axis 1 of images, and the last axis of rows.
    alone = 1 if specimen.flavour == "tiny" else -1
    every = [(n, words, view) for n, x in enumerate(operands) for words, view in _shared(x, alone)]
    results = bench.run_each(specimen.call, _questions(operands, every))
    for which, words, _ in every:
        base, other = next(results), next(results)
        text = f"operand {which} {words} gives other bits"
        finding = bench.differs(specimen, base, other, text, ("copied", words))
        if finding:
            return finding
    return None


def _questions(
    operands: Sequence[Array], every: Sequence[tuple[int, str, Array]]
) -> Iterator[Question]:
    """Yield two questions for each view of an operand: first with copies, then with the view."""
    for which, _, view in every:
        views = [*operands[:which], view, *operands[which + 1 :]]
        yield Question([x.copy() for x in views])
        yield Question(views)


def _shared(operand: Array, alone: int) -> Iterator[tuple[str, Array]]:
    """Yield a description and a view of the operand's shape whose elements share memory.

    One view of an operand with three or more axes is repeated along all axes except `alone`.
    """
    for axis in range(operand.ndim):
        first = operand[(slice(None),) * axis + (slice(0, 1),)]
        repeated = np.broadcast_to(first, operand.shape)
        yield f"repeated along axis {axis} by stride 0", repeated
    if operand.ndim > 2:
        axis = alone % operand.ndim
        line = operand[tuple(slice(None) if i == axis else 0 for i in range(operand.ndim))]
        line = line.reshape([-1 if i == axis else 1 for i in range(operand.ndim)])
        words = f"repeated along all axes but {axis} by stride 0"
        yield words, np.broadcast_to(line, operand.shape)
    if operand.ndim > 1 and operand.size:
        strides = (operand.itemsize,) * operand.ndim
        windows: Array = np.ndarray(operand.shape, operand.dtype, operand.copy(), 0, strides)
        windows.flags.writeable = False
        yield "as windows that overlap, each one element behind the last,", windows


LAW = Law(
    name="broadcast",
    says="an operand whose elements share memory, as by stride 0, counts as its materialised copy",
    rules=("C1.3",),
    check=check,
    rank="memory",
    applies=lambda specimen: bool(specimen.shapes),
)
