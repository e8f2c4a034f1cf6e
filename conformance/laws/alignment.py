"""Alignment: arrays that start at any byte give the same bits."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.layouts import at_offset, shifted
from samebits.conformance.laws.search import search
from samebits.conformance.laws.specimens import Specimen
from samebits.spec.catalog import get_op

_FIXED = (1, 2, 3, 4, 8, 20, 32, 63)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """One byte offset for all arrays, for each fixed one; then offsets that Hypothesis chooses."""
    call, operands = specimen.call, specimen.operands()
    base = bench.run(call, operands)

    def holds(offsets: Sequence[int]) -> Finding | None:
        inputs = [shifted(x, offset) for x, offset in zip(operands, offsets, strict=False)]
        shapes = get_op(call.op).output_shapes(call, [x.shape for x in operands])
        outputs = [at_offset(s, f, offsets[-1]) for s, f in zip(shapes, call.outputs, strict=True)]
        text = f"operands at byte offsets {list(offsets[:-1])}, result at {offsets[-1]}: other bits"
        sides = ("aligned arrays", f"byte offsets {list(offsets)}")
        return bench.differs(specimen, base, bench.run(call, inputs, outputs), text, sides)

    size = len(operands) + 1
    for offset in _FIXED:
        finding = holds([offset] * size)
        if finding:
            return finding
    return search(strategies.lists(strategies.integers(0, 63), min_size=size, max_size=size), holds)


LAW = Law(
    name="alignment",
    says="the address of an array never changes a bit",
    clauses=("T2",),
    check=check,
    rank="memory",
)
