"""Broadcast: an operand whose elements share memory gives the bits of its materialised copy.

They do where it is repeated by stride 0, and where its rows are windows that overlap each other.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.specimens import Specimen


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Repeat every operand in turn along each of its axes, and make windows of it."""
    operands = specimen.operands()
    for which, operand in enumerate(operands):
        for words, view in _shared(operand):
            text = f"operand {which} {words} gives other bits"
            views = [*operands[:which], view, *operands[which + 1 :]]
            copies = [x.copy() for x in views]
            base, other = bench.run(specimen.call, copies), bench.run(specimen.call, views)
            finding = bench.differs(specimen, base, other, text, ("copied", words))
            if finding:
                return finding
    return None


def _shared(operand: Array) -> Iterator[tuple[str, Array]]:
    """Views of the shape of an operand whose elements share memory, and in which way."""
    for axis in range(operand.ndim):
        first = operand[(slice(None),) * axis + (slice(0, 1),)]
        repeated = np.broadcast_to(first, operand.shape)
        yield f"repeated along axis {axis} by stride 0", repeated
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
