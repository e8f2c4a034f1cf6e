"""Permutation: the order of the terms of an exact sum changes no bit (clause T10)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families.exact_sums import exact_dot, exact_sum
from samebits.spec.language.shapes import normalize_axes
from samebits.spec.philox import draws64


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to exact sums and dot products."""
    return get_op(specimen.call.op).shape_rule in (exact_sum, exact_dot)


def orders(count: int) -> Iterator[tuple[str, Array]]:
    """Yield permutations of `count` terms, with descriptions."""
    index = np.arange(count)
    yield "backwards", index[::-1]
    yield "with odd places first", np.concatenate([index[1::2], index[::2]])
    yield "turned by a third", np.roll(index, count // 3)
    yield "shuffled", np.argsort(draws64(count, 10, count), kind="stable")


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare results with the terms permuted along each reduced axis."""
    call, operands = specimen.call, specimen.operands()
    rank = operands[0].ndim
    axes = normalize_axes(call.op, call.attributes.get("axes"), rank)
    base = bench.run(call, operands)
    for axis in axes:
        for words, order in orders(operands[0].shape[axis]):
            moved = [np.ascontiguousarray(np.take(x, order, axis)) for x in operands]
            for x in moved:
                x.flags.writeable = False
            text = f"the terms {words} along axis {axis} give other bits"
            finding = bench.differs(specimen, base, bench.run(call, moved), text)
            if finding:
                return finding
    return None


LAW = Law(
    name="permutation",
    says="the order of the terms of an exact sum never changes a bit",
    rules=("T10.1",),
    check=check,
    rank="values",
    applies=concerns,
    in_smoke=True,
)
