"""Reordering: if the elements of a batch are reordered, the results are reordered too.

The law is checked on ops that sort elements or select them by an index. It finds mistakes in
strides or in the distribution of rows to threads (clauses S2, S3, T7).
"""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.batching import batch_axes, has_batch
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op, move_landmarks
from samebits.spec.families import indexing, ordering

_CONCERNED = (
    indexing.embedding,
    indexing.embedding_gradient,
    indexing.gather,
    indexing.gather_gradient,
    indexing.index_add,
    indexing.index_select,
    indexing.scatter_add,
    ordering.sort,
    ordering.topk,
)


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to moves and scatters with a batch axis."""
    op = get_op(specimen.call.op)
    moves = op.shape_rule in _CONCERNED or move_landmarks(op.name) is not None
    return moves and has_batch(specimen)


def reversed_along(array: Array | Bits, axis: int | None) -> Array:
    """Return a read-only copy with one axis reversed, or the array itself if axis is None."""
    if axis is None:
        return np.asarray(array)
    turned = np.flip(array, axis).copy()
    turned.flags.writeable = False
    return turned


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Reverse one batch axis at a time, and compare with the reversed result."""
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)
    for axis in batch_axes(specimen.call, specimen.shapes):
        turned = [reversed_along(x, a) for x, a in zip(operands, axis.operands, strict=True)]
        wanted = [reversed_along(y, axis.result) for y in base]
        text = f"result axis {axis.result} reversed in the operands gives other bits, reversed back"
        finding = bench.differs(specimen, wanted, bench.run(specimen.call, turned), text)
        if finding:
            return finding
    return None


LAW = Law(
    name="reordering",
    says="elements of a batch in another order give the same results in that order",
    rules=("C1.3",),
    check=check,
    rank="batch",
    applies=concerns,
)
