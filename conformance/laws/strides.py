"""Layout: transposed, backward, gapped operands and results hold the same bits (clause T2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samebits.backends.protocol import Array
from samebits.conformance.laws.drawn import Drawn
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.layouts import LAYOUTS, backward, place, placed
from samebits.conformance.laws.specimens import Specimen
from samebits.spec.catalog import get_op

_MIXTURES = 8


def run_in_layouts(
    bench: Bench, specimen: Specimen, operands: Sequence[Array], layouts: Sequence[str]
) -> list[Bits]:
    """Run with one layout per operand and, as the last one, that of the results."""
    call = specimen.call
    inputs = [placed(x, name) for x, name in zip(operands, layouts, strict=False)]
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in operands])
    outputs = [place(layouts[-1], s, f) for s, f in zip(shapes, call.outputs, strict=True)]
    return bench.run(call, inputs, outputs)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """All arrays in one layout; each array with one axis backward; then mixtures that are drawn."""
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)
    for layouts in _layouts(specimen, base[0].ndim):
        other = run_in_layouts(bench, specimen, operands, layouts)
        text = f"operands {', '.join(layouts[:-1])} and result {layouts[-1]} give other bits"
        sides = ("contiguous", ", ".join(layouts))
        finding = bench.differs(specimen, base, other, text, sides)
        if finding:
            return finding
    return None


def _layouts(specimen: Specimen, rank: int) -> Iterator[Sequence[str]]:
    """Layouts of the operands and, last, of the results, which have this rank."""
    names = tuple(LAYOUTS)
    size = len(specimen.shapes) + 1
    yield from ([name] * size for name in names)
    ranks = [*(len(shape) for shape in specimen.shapes), rank]
    for array, axes in enumerate(ranks):
        for axis in range(axes):
            yield [backward(axis) if i == array else "contiguous" for i in range(size)]
    drawn = Drawn(specimen, "strides")
    for _ in range(_MIXTURES):
        yield [drawn.one_of(names) for _ in range(size)]


LAW = Law(
    name="strides",
    says="strides of operands and results never change a bit, nor is anything between them written",
    clauses=("T2",),
    check=check,
    rank="memory",
)
