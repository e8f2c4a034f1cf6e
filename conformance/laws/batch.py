"""Batch invariance: an element's bits do not depend on the batch size or its index in the batch."""

from __future__ import annotations

from collections.abc import Iterator

from samebits.backends.protocol import Array
from samebits.conformance.laws.batch_axis import BatchAxis
from samebits.conformance.laws.batching import batch_axes, call_on, has_batch
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.numbers_of_a_law import Drawn
from samebits.conformance.laws.running import Question
from samebits.conformance.scenes.specimens import Specimen

_DRAWN = 6
"""The number of random ranges of a batch axis that are checked."""


def part(array: Array, axis: int | None, start: int, stop: int) -> Array:
    """Return a contiguous read-only copy of a range of an axis, or the array if axis is None."""
    if axis is None:
        return array
    taken = array[(slice(None),) * axis + (slice(start, stop),)].copy()
    taken.flags.writeable = False
    return taken


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Run the call on parts of the batch, and compare with the same part of the whole result."""
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)
    for axis in batch_axes(specimen.call, specimen.shapes):
        finding = _one_axis(bench, specimen, operands, base, axis)
        if finding:
            return finding
    return None


def _one_axis(
    bench: Bench, specimen: Specimen, operands: list[Array], base: list[Bits], axis: BatchAxis
) -> Finding | None:
    size = axis.size(specimen.shapes)
    bounds = list(_bounds(specimen, axis, size))
    questions = [
        Question([part(x, a, *ends) for x, a in zip(operands, axis.operands, strict=True)])
        for ends in bounds
    ]
    calls = [call_on(specimen.call, axis, stop - start) for start, stop in bounds]
    if len(set(calls)) == 1:
        results = bench.run_each(calls[0], questions)
    else:
        results = (bench.run(c, q.inputs) for c, q in zip(calls, questions, strict=True))
    for (start, stop), alone in zip(bounds, results, strict=True):
        whole = [
            other if axis.place(number) is None else part(y, axis.place(number), start, stop)
            for number, (y, other) in enumerate(zip(base, alone, strict=True))
        ]
        text = f"elements {start} to {stop - 1} of {size} on result axis {axis.result} run alone"
        sides = ("in the whole batch", f"elements {start} to {stop - 1} alone")
        text += " have other bits than in the batch"
        finding = bench.differs(specimen, whole, alone, text, sides)
        if finding:
            return finding
    return None


def _bounds(specimen: Specimen, axis: BatchAxis, size: int) -> Iterator[tuple[int, int]]:
    """Yield bounds of parts: first element, last element, a half, all but the first, random."""
    yield from dict.fromkeys(
        ((0, 1), (size - 1, size), (0, size // 2 + 1), (min(1, size - 1), size))
    )
    drawn = Drawn(specimen, f"batch {axis.result}")
    for _ in range(_DRAWN):
        ends = sorted((drawn.below(size), drawn.below(size)))
        yield ends[0], ends[1] + 1


LAW = Law(
    name="batch",
    says="an element has the same bits alone and anywhere in a batch of any size",
    rules=("C1.3",),
    check=check,
    rank="batch",
    applies=has_batch,
    in_smoke=True,
)
