"""Within blocks: the order of terms inside a block of an aligned contraction changes no bit.

By clause T11, a block is one exact sum of integers, and its rows are aligned to their greatest
elements. Therefore only the order of the blocks matters.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.permutation import orders
from samebits.conformance.laws.split import cut_axes
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families.aligned import SHAPE_RULES
from samebits.spec.language.trees import CONTRACTION_BLOCK


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to aligned contractions."""
    return get_op(specimen.call.op).shape_rule in SHAPE_RULES


def _places(terms: int) -> Iterator[tuple[str, Array]]:
    """Yield permutations of the terms that keep every term in its block, with descriptions."""
    starts = range(0, terms, CONTRACTION_BLOCK)
    blocks = [
        [(words, start + order) for words, order in orders(min(CONTRACTION_BLOCK, terms - start))]
        for start in starts
    ]
    for each in zip(*blocks, strict=True):
        yield each[0][0], np.concatenate([order for _, order in each])


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare results with the terms of every block permuted."""
    call, operands = specimen.call, specimen.operands()
    axes = cut_axes(specimen)
    base = bench.run(call, operands)
    for words, order in _places(operands[0].shape[axes[0]]):
        moved = [np.take(x, order, a) for x, a in zip(operands, axes, strict=False)]
        for x in moved:
            x.flags.writeable = False
        text = f"the terms {words} within each block of {CONTRACTION_BLOCK} give other bits"
        got = bench.run(call, [*moved, *operands[2:]])
        finding = bench.differs(specimen, base, got, text)
        if finding:
            return finding
    return None


LAW = Law(
    name="within_blocks",
    says="the order of the terms within a block of an aligned contraction never changes a bit",
    rules=("T11.4", "T11.5", "T11.6"),
    check=check,
    rank="values",
    applies=concerns,
    in_smoke=True,
)
