"""Alignment: bits do not change if arrays start at any byte of a page, or end at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samebits.backends.hosting.addresses import LINE
from samebits.backends.hosting.memory import PAGE
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.numbers_of_a_law import Drawn
from samebits.conformance.laws.running import Question
from samebits.conformance.scenes.layouts import AT_END, at_offset, shifted
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format

_TOGETHER = (1, 2, 3, 4, 8, 16, 20, 32, 48, 63, LINE, AT_END)
"""Byte offsets that are used for all arrays of a call.

They cover missing alignment, the alignment of each vector width, different cache lines of a page,
and the end of a page, after which memory cannot be read.
"""

_MIXTURES, _OF_LINES = 8, 2
"""The number of random mixtures of byte offsets, and of mixtures of cache lines and page ends."""


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Try one offset for all arrays, then an offset of one element for one array, then random ones.

    The arrays of the base start with a page, not at the allocator's addresses, so that a breach
    looks the same each time that the law is checked.
    """
    call, operands = specimen.call, specimen.operands()
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in operands])

    def question(offsets: Sequence[int]) -> Question:
        inputs = [shifted(x, offset) for x, offset in zip(operands, offsets, strict=False)]
        outputs = [at_offset(s, f, offsets[-1]) for s, f in zip(shapes, call.outputs, strict=True)]
        return Question(inputs, outputs)

    aligned = question([0] * (len(operands) + 1))
    base = bench.run(call, aligned.inputs, aligned.outputs)
    every = list(_offsets(specimen))
    results = bench.run_each(call, map(question, every))
    for offsets, other in zip(every, results, strict=True):
        *operand, result = ("end of a page" if o == AT_END else o for o in offsets)
        text = f"operands at byte offsets {operand}, result at {result}: other bits"
        sides = ("aligned arrays", f"byte offsets {[*operand, result]}")
        finding = bench.differs(specimen, base, other, text, sides)
        if finding:
            return finding
    return None


def _offsets(specimen: Specimen) -> Iterator[Sequence[int]]:
    """Yield lists of byte offsets: one for each operand, and the last one for the results."""
    call, size = specimen.call, len(specimen.shapes) + 1
    yield from ([offset] * size for offset in _TOGETHER)
    for place, name in enumerate((*call.inputs, call.outputs[0])):
        yield [get_format(name).dtype.itemsize * (i == place) for i in range(size)]
    drawn = Drawn(specimen, "alignment")
    for _ in range(_MIXTURES):
        yield [drawn.below(PAGE) for _ in range(size)]
    for _ in range(_OF_LINES):
        yield [drawn.one_of((AT_END, LINE * drawn.below(PAGE // LINE))) for _ in range(size)]


LAW = Law(
    name="alignment",
    says="the address of an array never changes a bit",
    rules=("C1.3",),
    check=check,
    rank="memory",
    moves_arrays=True,
)
