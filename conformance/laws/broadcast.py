"""Broadcast: an operand repeated by stride 0 gives the bits of its materialised copy."""

from __future__ import annotations

import numpy as np

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.specimens import Specimen


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Repeat every operand in turn along each of its axes, and all operands along all axes."""
    operands = specimen.operands()
    for which, operand in enumerate(operands):
        for axis in range(operand.ndim):
            first = operand[(slice(None),) * axis + (slice(0, 1),)]
            repeated = np.broadcast_to(first, operand.shape)
            text = f"operand {which} repeated along axis {axis} by stride 0 gives other bits"
            views = [*operands[:which], repeated, *operands[which + 1 :]]
            copies = [x.copy() for x in views]
            base, other = bench.run(specimen.call, copies), bench.run(specimen.call, views)
            finding = bench.differs(specimen, base, other, text, ("copied", "repeated by stride 0"))
            if finding:
                return finding
    return None


LAW = Law(
    name="broadcast",
    says="an operand repeated by stride 0 counts as its materialised copy",
    rules=("C1.3",),
    check=check,
    rank="memory",
)
