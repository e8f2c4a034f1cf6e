"""Alias: operands that share memory give the bits of distinct copies (backends/protocol.py).

Operands may overlap each other. Two operands of one format are laid over the same memory: from the
same address on, one element apart, and, where the shapes agree, one backwards over the other.
Products are put to square operands, too, so that both are the very same array.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.specimens import Specimen
from samebits.spec import products
from samebits.spec import shapes as rules
from samebits.spec.catalog import get_op
from samebits.spec.shapes import Shape, ShapeRule

_SIDE = 37
"""Rows and columns of the square operands of products."""


def concerns(specimen: Specimen) -> bool:
    """Calls with two operands of one format."""
    return len(set(specimen.call.inputs)) < len(specimen.call.inputs)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Run on views of one memory, and on copies of them, and compare."""
    for put in dict.fromkeys((specimen, _squared(specimen))):
        for text, views in overlapping(put):
            copies = [x.copy() for x in views]
            for x in copies:
                x.flags.writeable = False
            base, other = bench.run(put.call, copies), bench.run(put.call, views)
            sides = ("distinct copies", "sharing memory")
            finding = bench.differs(put, base, other, f"{text} give other bits than copies", sides)
            if finding:
                return finding
    return None


def overlapping(specimen: Specimen) -> Iterator[tuple[str, list[Array]]]:
    """Read-only operands of which all of one format overlap, and how, in words."""
    operands, names = specimen.operands(), specimen.call.inputs
    groups = [[i for i, f in enumerate(names) if f == name] for name in dict.fromkeys(names)]
    shared = [group for group in groups if len(group) > 1]
    for words, step in (("from the same address on", 0), ("one element apart", 1)):
        views = list(operands)
        for group in shared:
            _lay(views, operands, group, step, dict(specimen.limits))
        which = " and ".join(str(i) for group in shared for i in group)
        yield f"operands {which} in one memory, {words},", views
    for a, b, *_ in shared:
        if operands[a].shape == operands[b].shape and not specimen.limits:
            views = list(operands)
            views[b] = np.flip(views[a])
            yield f"operand {b} backwards over the memory of operand {a}", views


def _lay(
    views: list[Array],
    operands: Sequence[Array],
    group: Sequence[int],
    step: int,
    limits: dict[int, int],
) -> None:
    """Put the operands of a group into one memory, each `step` elements behind the one before.

    An index keeps to its limit: then the memory is that of the operand with the least one.
    """
    sizes = [operands[i].size for i in group]
    source = min(group, key=lambda i: limits.get(i, math.inf))
    memory = np.resize(operands[source], (max(sizes) + step * len(group),))
    memory.flags.writeable = False
    for place, (i, size) in enumerate(zip(group, sizes, strict=True)):
        start = place * step
        views[i] = memory[start : start + size].reshape(operands[i].shape)


def _squared(specimen: Specimen) -> Specimen:
    """A product of square matrices, or the specimen itself."""
    rule, n = get_op(specimen.call.op).shape_rule, _SIDE
    square: Mapping[ShapeRule, tuple[Shape, ...]] = {
        rules.matmul: ((n, n), (n, n), (n,)),
        rules.bmm: ((3, n, n), (3, n, n), (n,)),
        products.linear: ((n, n), (n, n), (n,)),
        products.outer: ((n,), (n,)),
    }
    shapes = square.get(rule, specimen.shapes)
    return replace(specimen, shapes=shapes[: len(specimen.shapes)])


LAW = Law(
    name="alias",
    says="operands that share memory give the bits of distinct copies",
    rules=("C1.3", "C1.4"),
    check=check,
    rank="memory",
    applies=concerns,
    in_smoke=True,
)
