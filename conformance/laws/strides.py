"""Layout: transposed, negative, gapped operands and results hold the same bits (clause T2)."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.layouts import LAYOUTS, placed
from samebits.conformance.laws.search import search
from samebits.conformance.laws.specimens import Specimen
from samebits.spec.catalog import get_op

_NAMES = tuple(LAYOUTS)


def run_in_layouts(
    bench: Bench, specimen: Specimen, operands: Sequence[Array], layouts: Sequence[str]
) -> list[Bits]:
    """Run with one layout per operand and, as the last one, that of the results."""
    call = specimen.call
    inputs = [placed(x, name) for x, name in zip(operands, layouts, strict=False)]
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in operands])
    outputs = [LAYOUTS[layouts[-1]](s, f) for s, f in zip(shapes, call.outputs, strict=True)]
    return bench.run(call, inputs, outputs)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """All arrays in one layout, for each; then mixtures that Hypothesis chooses."""
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)

    def holds(layouts: Sequence[str]) -> Finding | None:
        other = run_in_layouts(bench, specimen, operands, layouts)
        text = f"operands {', '.join(layouts[:-1])} and result {layouts[-1]} give other bits"
        return bench.differs(specimen, base, other, text, ("contiguous", ", ".join(layouts)))

    for name in _NAMES:
        finding = holds([name] * (len(operands) + 1))
        if finding:
            return finding
    size = len(operands) + 1
    mixtures = strategies.lists(strategies.sampled_from(_NAMES), min_size=size, max_size=size)
    return search(mixtures, holds)


LAW = Law(
    name="strides",
    says="strides of operands and results never change a bit",
    clauses=("T2",),
    check=check,
    rank="memory",
)
