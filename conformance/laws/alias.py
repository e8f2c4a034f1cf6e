"""Alias: operands that share memory give the same bits as separate copies of them.

backends/protocol.py allows operands to overlap. Operands of one format are put into the same
memory. They begin at the same address or one element apart. If the shapes agree, one operand may
also be the other in reverse order. For three operands each pair is also put at the same address. In
other layouts the operands share memory but no byte: their elements alternate, or one operand
follows the other. Products and elementwise ops are also checked on square operands: one operand is
the transpose of the other, in the same memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from types import MappingProxyType

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families import aligned, products
from samebits.spec.language import shapes as rules
from samebits.spec.language.shapes import Shape, ShapeRule

_SIDE = 37
"""The number of rows and columns of square operands."""


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to calls with two operands of one format."""
    return len(set(specimen.call.inputs)) < len(specimen.call.inputs)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare results on views of one memory with results on copies of the views."""
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
    """Yield descriptions of layouts with the operands; operands of one format share memory."""
    operands, names = specimen.operands(), specimen.call.inputs
    groups = [[i for i, f in enumerate(names) if f == name] for name in dict.fromkeys(names)]
    shared = [group for group in groups if len(group) > 1]
    for words, lay in _WAYS.items():
        views = list(operands)
        for group in shared:
            lay(views, operands, group, dict(specimen.limits))
        which = " and ".join(str(i) for group in shared for i in group)
        yield f"operands {which} in one memory, {words},", views
    for pair in (pair for group in shared if len(group) > 2 for pair in combinations(group, 2)):
        views = list(operands)
        _overlaid(views, operands, pair, dict(specimen.limits))
        which = " and ".join(map(str, pair))
        yield f"operands {which} in one memory, from the same address on,", views
    for a, b, *_ in shared:
        if operands[a].shape == operands[b].shape and not specimen.limits:
            views = list(operands)
            views[b] = np.flip(views[a])
            yield f"operand {b} backwards over the memory of operand {a}", views
            if operands[a].ndim > 1 and operands[a].shape[-1] == operands[a].shape[-2]:
                views = list(operands)
                views[b] = views[a].swapaxes(-1, -2)
                yield f"operand {b} being operand {a} transposed", views


def _overlaid(
    views: list[Array],
    operands: Sequence[Array],
    group: Sequence[int],
    limits: dict[int, int],
    step: int = 0,
) -> None:
    """Put the operands of a group into one memory, each `step` elements after the previous one."""
    memory = _memory(operands, group, limits, _longest(operands, group) + step * len(group))
    for place, i in enumerate(group):
        start = place * step
        views[i] = memory[start : start + operands[i].size].reshape(operands[i].shape)


def _in_turn(
    views: list[Array], operands: Sequence[Array], group: Sequence[int], limits: dict[int, int]
) -> None:
    """Put the operands of a group into one memory, so that their elements alternate."""
    count = len(group)
    memory = _memory(operands, group, limits, _longest(operands, group) * count)
    for place, i in enumerate(group):
        mine = memory[place::count][: operands[i].size]
        views[i] = mine.reshape(operands[i].shape)  # a view: it has one stride


def _one_behind_the_other(
    views: list[Array], operands: Sequence[Array], group: Sequence[int], limits: dict[int, int]
) -> None:
    """Put the operands of a group into one memory, one after the other, in reverse order."""
    memory = _memory(operands, group, limits, sum(operands[i].size for i in group))
    start = 0
    for i in reversed(group):
        views[i] = memory[start : start + operands[i].size].reshape(operands[i].shape)
        start += operands[i].size


def _memory(
    operands: Sequence[Array], group: Sequence[int], limits: dict[int, int], size: int
) -> Array:
    """Return `size` read-only elements for all operands of a group.

    They are copied from the operand with the smallest limit, so that all of them are valid indices.
    """
    source = min(group, key=lambda i: limits.get(i, math.inf))
    memory: Array = np.resize(operands[source], (size,))
    memory.flags.writeable = False
    return memory


def _longest(operands: Sequence[Array], group: Sequence[int]) -> int:
    return max(operands[i].size for i in group)


_WAYS: Mapping[str, Callable[[list[Array], Sequence[Array], Sequence[int], dict[int, int]], None]]
_WAYS = MappingProxyType(
    {
        "from the same address on": _overlaid,
        "one element apart": partial(_overlaid, step=1),
        "element by element in turn": _in_turn,
        "each right behind the other": _one_behind_the_other,
    }
)
"""Layouts of operands in one memory, by description. Each function sets the views of a group."""


def _squared(specimen: Specimen) -> Specimen:
    """Return the specimen with square operands if the op allows them, else unchanged."""
    rule, n = get_op(specimen.call.op).shape_rule, _SIDE
    square: Mapping[ShapeRule, tuple[Shape, ...]] = {
        **dict.fromkeys((rules.matmul, aligned.matmul), ((n, n), (n, n), (n,))),
        **dict.fromkeys((rules.bmm, aligned.bmm), ((3, n, n), (3, n, n), (n,))),
        **dict.fromkeys((products.linear, aligned.linear), ((n, n), (n, n), (n,))),
        products.outer: ((n,), (n,)),
        rules.elementwise: ((n, n),) * len(specimen.shapes),
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
