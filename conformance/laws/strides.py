"""Layout: arrays that are transposed, reversed, or have gaps or wide strides give the same bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.numbers_of_a_law import Drawn
from samebits.conformance.laws.running import Question
from samebits.conformance.scenes.layouts import (
    FAR,
    LAYOUTS,
    backward,
    every_second_backward,
    far_axis,
    place,
    placed,
)
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op

_MIXTURES = 8


def in_layouts(specimen: Specimen, operands: Sequence[Array], layouts: Sequence[str]) -> Question:
    """Return the question with one layout for each operand; the last layout is for the results."""
    call = specimen.call
    inputs = [placed(x, name) for x, name in zip(operands, layouts, strict=False)]
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in operands])
    outputs = [place(layouts[-1], s, f) for s, f in zip(shapes, call.outputs, strict=True)]
    return Question(inputs, outputs)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare results in other layouts with results for contiguous arrays.

    First all arrays have the same layout. Then one axis of one array is reversed, then every second
    axis of all arrays. Then operands have a stride of 4 MiB, and finally layouts are random.
    """
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)
    every = list(_layouts(specimen, base[0].ndim))
    questions = (in_layouts(specimen, operands, layouts) for layouts in every)
    results = bench.run_each(specimen.call, questions)
    for layouts, other in zip(every, results, strict=True):
        text = f"operands {', '.join(layouts[:-1])} and result {layouts[-1]} give other bits"
        sides = ("contiguous", ", ".join(layouts))
        finding = bench.differs(specimen, base, other, text, sides)
        if finding:
            return finding
    return None


def _layouts(specimen: Specimen, rank: int) -> Iterator[Sequence[str]]:
    """Yield layouts of the operands and, last, of the results, whose rank is `rank`."""
    names = tuple(LAYOUTS)
    size = len(specimen.shapes) + 1
    yield from ([name] * size for name in names)
    ranks = [*(len(shape) for shape in specimen.shapes), rank]
    for array, axes in enumerate(ranks):
        for axis in range(axes):
            yield [backward(axis) if i == array else "contiguous" for i in range(size)]
    yield from every_second_backward(ranks)
    if any(far_axis(shape) >= 0 for shape in specimen.shapes):
        far = [FAR if far_axis(shape) >= 0 else "contiguous" for shape in specimen.shapes]
        yield [*far, "contiguous"]
    drawn = Drawn(specimen, "strides")
    for _ in range(_MIXTURES):
        yield [drawn.one_of(names) for _ in range(size)]


LAW = Law(
    name="strides",
    says="strides of operands and results never change a bit, and their gaps are not written",
    rules=("C1.3",),
    check=check,
    rank="memory",
)
