"""Neighbours: what else is in the batch never changes an element's bits."""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.batch import part
from samebits.conformance.laws.batching import BatchAxis, batch_axes, has_batch
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.running import Question
from samebits.conformance.laws.specimens import Specimen
from samebits.spec.formats import bits_of, format_of, from_bits

_SUBNORMAL = "the smallest subnormal"


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Overwrite all neighbours along each batch axis with NaN, infinities, the largest numbers."""
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)
    changes = [
        (axis, kept, what)
        for axis in batch_axes(specimen.call, specimen.shapes)
        for kept in sorted({0, axis.size(specimen.shapes) // 2, axis.size(specimen.shapes) - 1})
        for what in ("NaN", "infinity", "the largest number", _SUBNORMAL)
    ]

    def question(change: tuple[BatchAxis, int, str]) -> Question:
        axis, kept, what = change
        pairs = zip(operands, axis.operands, strict=True)
        return Question([_flooded(x, a, kept, what) for x, a in pairs])

    results = bench.run_each(specimen.call, map(question, changes))
    for (axis, kept, what), result in zip(changes, results, strict=True):
        other = [part(y, axis.result, kept, kept + 1) for y in result]
        mine = [part(y, axis.result, kept, kept + 1) for y in base]
        text = f"element {kept} of result axis {axis.result} changes when its neighbours are {what}"
        sides = ("its own neighbours", f"neighbours {what}")
        finding = bench.differs(specimen, mine, other, text, sides)
        if finding:
            return finding
    return None


def _flooded(array: Array, axis: int | None, kept: int, what: str) -> Array:
    """The array with everything but one position of the axis overwritten."""
    form = format_of(array)
    if axis is None or not form.is_float:
        return array
    infinity = form.infinity if form.has_infinity else form.max_finite
    patterns = {
        "NaN": form.canonical_nan,
        "infinity": infinity,
        "the largest number": form.max_finite,
        _SUBNORMAL: 1,
    }
    bits = np.full(array.shape, patterns[what], dtype=form.bits_dtype)
    place = (slice(None),) * axis + (kept,)
    bits[place] = bits_of(array)[place]
    flooded = from_bits(bits, form.name)
    flooded.flags.writeable = False
    return flooded


LAW = Law(
    name="neighbours",
    says="other elements of a batch never change an element's bits",
    rules=("C1.3",),
    check=check,
    rank="batch",
    applies=has_batch,
)
