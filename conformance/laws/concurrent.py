"""Concurrent calls: several threads in one session at once, with the same call and others."""

from __future__ import annotations

import numpy as np

from samebits.backends.hosting.demands import need_together
from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.specimens import Specimen

CALLERS = 4
_TIMES = 3


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Four threads with the same operands; then four with operands of their own; all begin at once.

    What each caller gets is compared with what the same operands give alone.
    """
    bench.need(need_together)
    operands = specimen.operands()
    others = _others(operands)
    alone = [bench.run(specimen.call, inputs) for inputs in others]
    same = ("the same call", [operands] * CALLERS, alone[:1] * CALLERS)
    for what, questions, bases in (same, ("calls on others", others, alone)):
        together = bench.run_together(specimen.call, questions, 1 if specimen.large else _TIMES)
        for caller, (base, runs) in enumerate(zip(bases, together, strict=True), 1):
            for bits in runs:
                text = f"thread {caller} of {CALLERS} gets other bits while others make {what}"
                sides = ("alone", f"with {CALLERS - 1} threads that make {what}")
                finding = bench.differs(specimen, base, bits, text, sides)
                if finding:
                    return finding
    return None


def _others(operands: list[Array]) -> list[list[Array]]:
    """The operands; each backwards, rolled by one, rolled by half: other values, same shapes."""
    changed = [operands, [np.array(np.flip(x)) for x in operands]]
    changed += [[_rolled(x, part) for x in operands] for part in (1, 2)]
    for arrays in changed[1:]:
        for array in arrays:
            array.flags.writeable = False
    return changed


def _rolled(array: Array, part: int) -> Array:
    return np.array(np.roll(array, 1 if part == 1 else array.size // 2))  # of rank 0 too


LAW = Law(
    name="concurrent",
    says="calls from several threads at once have the bits of each alone",
    rules=("C1.3", "S5.1"),
    check=check,
    rank="calls",
    needs=frozenset({"together", "whole"}),
    large=True,
    meets_others=True,
)
