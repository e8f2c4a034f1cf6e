"""Neighbours: what else is in the batch never changes an element's bits."""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.batch import part
from samebits.conformance.laws.batching import BatchAxis, batch_axes, has_batch
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.specimens import Specimen
from samebits.spec.formats import bits_of, format_of, from_bits

_SUBNORMAL = "the smallest subnormal"


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Overwrite all neighbours along each batch axis with NaN, infinities, the largest numbers."""
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)
    for axis in batch_axes(specimen.call, specimen.shapes):
        size = axis.size(specimen.shapes)
        for kept in sorted({0, size // 2, size - 1}):
            for what in ("NaN", "infinity", "the largest number", _SUBNORMAL):
                finding = _replace(bench, specimen, operands, base, axis, kept, what)
                if finding:
                    return finding
    return None


def _replace(
    bench: Bench,
    specimen: Specimen,
    operands: list[Array],
    base: list[Bits],
    axis: BatchAxis,
    kept: int,
    what: str,
) -> Finding | None:
    changed = [_flooded(x, a, kept, what) for x, a in zip(operands, axis.operands, strict=True)]
    other = [part(y, axis.result, kept, kept + 1) for y in bench.run(specimen.call, changed)]
    mine = [part(y, axis.result, kept, kept + 1) for y in base]
    text = f"element {kept} of result axis {axis.result} changes when its neighbours are {what}"
    return bench.differs(specimen, mine, other, text, ("its own neighbours", f"neighbours {what}"))


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
    clauses=("T2",),
    check=check,
    rank="batch",
    applies=has_batch,
)
