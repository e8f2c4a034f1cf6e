"""Ranks: the same numbers with more axes, up to eight, give the same bits (T2).

Each axis is also tested with a negative stride. An elementwise op gets the same elements in other
shapes. Other ops get additional leading axes along which the operands are repeated, and must give
the repeated result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.batching import is_elementwise, is_step_of_elements
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.running import Question
from samebits.conformance.scenes.layouts import backward, every_second_backward, place, placed
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op, move_landmarks
from samebits.spec.families import aligned, indexing, ordering, products, reductions
from samebits.spec.families.exact_sums import exact_sum
from samebits.spec.families.scans import scan
from samebits.spec.language import shapes as rules
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape, ShapeRule

MOST_AXES = 8
_LENGTHS: Mapping[int, Shape] = {
    1: (72,),
    2: (9, 8),
    3: (3, 8, 3),
    4: (3, 2, 4, 3),
    5: (3, 2, 2, 2, 3),
    6: (1, 3, 2, 2, 2, 3),
    7: (3, 1, 2, 2, 1, 2, 3),
    8: (1, 3, 1, 2, 2, 2, 1, 3),
}
"""The shapes of 72 elements for elementwise ops."""


@dataclass(frozen=True, slots=True)
class _Deeper:
    """A call on operands of higher rank, and the right bits."""

    call: Call
    operands: list[Array]
    wanted: list[Bits]


def _all(shapes: Sequence[Shape]) -> list[bool]:
    return [True] * len(shapes)


def _first(shapes: Sequence[Shape]) -> list[bool]:
    return [i == 0 for i in range(len(shapes))]


def _last(shapes: Sequence[Shape]) -> list[bool]:
    return [i == len(shapes) - 1 for i in range(len(shapes))]


_WHICH: Mapping[ShapeRule, Callable[[Sequence[Shape]], list[bool]]] = {
    **dict.fromkeys((*reductions.SHAPE_RULES, exact_sum, rules.same_as_input, scan), _all),
    **dict.fromkeys((ordering.sort, ordering.topk, indexing.one_hot), _all),
    **dict.fromkeys((indexing.gather, indexing.scatter_add, indexing.gather_gradient), _all),
    indexing.index_select: _first,
    indexing.embedding: _last,
    **dict.fromkeys((products.linear, aligned.linear), _first),
}
"""For each shape rule, the function that selects the operands which get more axes."""


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to ops that allow any rank.

    For elementwise calls, specimens of one axis are enough.
    """
    if is_elementwise(specimen.call):
        return len(specimen.shapes[0]) == 1
    return _which(specimen) is not None and len(specimen.shapes[0]) < MOST_AXES


def _which(specimen: Specimen) -> list[bool] | None:
    """Return, for each operand, whether it gets more axes; None if the op does not allow that."""
    op = get_op(specimen.call.op)
    landmarks = move_landmarks(op.name)
    if landmarks is not None:
        return None if landmarks.apart is None else [True]
    if is_step_of_elements(specimen.call):
        return [op.shape_rule.pattern(n) != "[]" for n in range(len(specimen.shapes))]
    return _WHICH[op.shape_rule](specimen.shapes) if op.shape_rule in _WHICH else None


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare all ranks in plain layout and with negative strides.

    Each axis of each array is reversed once, and then every second axis of all arrays.
    """
    for deeper in _questions(bench, specimen):
        every = list(_layouts(deeper))
        results = bench.run_each(deeper.call, (_question(deeper, layouts) for layouts in every))
        for layouts, got in zip(every, results, strict=True):
            rank = max(x.ndim for x in deeper.operands)
            how = f"with {rank} axes, operands {', '.join(layouts[:-1])}, result {layouts[-1]}"
            sides = ("with fewer axes", how)
            text = f"{how}: other bits than with fewer axes"
            finding = bench.differs(specimen, deeper.wanted, got, text, sides)
            if finding:
                return finding
    return None


def _question(deeper: _Deeper, layouts: Sequence[str]) -> Question:
    inputs = [placed(x, how) for x, how in zip(deeper.operands, layouts, strict=False)]
    outputs = [
        place(layouts[-1], y.shape, f)
        for y, f in zip(deeper.wanted, deeper.call.outputs, strict=True)
    ]
    return Question(inputs, outputs)


def _layouts(deeper: _Deeper) -> Iterator[Sequence[str]]:
    size = len(deeper.operands) + 1
    yield ["contiguous"] * size
    for array, x in enumerate((*deeper.operands, deeper.wanted[0])):
        for axis in range(x.ndim):
            if x.shape[axis] > 1:
                yield [backward(axis) if i == array else "contiguous" for i in range(size)]
    yield from every_second_backward([*(x.ndim for x in deeper.operands), deeper.wanted[0].ndim])


def _questions(bench: Bench, specimen: Specimen) -> Iterator[_Deeper]:
    call, operands = specimen.call, specimen.operands()
    if get_op(call.op).shape_rule is rules.elementwise:
        count = math.prod(_LENGTHS[1])
        base = bench.run(call, [x[:count].copy() for x in operands])
        for shape in _LENGTHS.values():
            short = [x[:count].reshape(shape) for x in operands]
            yield _Deeper(call, short, [y.reshape(shape) for y in base])
        return
    base = bench.run(call, operands)
    chosen = _which(specimen)
    assert chosen is not None  # `concerns` has checked this
    rank = max(x.ndim for x, more in zip(operands, chosen, strict=True) if more)
    for more in range(1, MOST_AXES + 1 - rank):
        added = tuple(2 if i in (0, more - 1) else 1 for i in range(more))
        deeper = _with_axes(call, specimen.shapes, added)
        copies = [_repeated(x, added) if m else x for x, m in zip(operands, chosen, strict=True)]
        yield _Deeper(deeper, copies, [_repeated(y, added) for y in base])


def _repeated(array: Array, added: Shape) -> Array:
    return np.broadcast_to(array, (*added, *array.shape))


def _with_axes(call: Call, shapes: Sequence[Shape], added: Shape) -> Call:
    """Return the call for operands with additional leading axes."""
    more = len(added)
    changed: dict[str, Any] = dict(call.attributes)
    rank = len(shapes[0])
    if "axes" in changed:  # in order: other attributes may have a value for each axis
        axes = range(rank) if changed["axes"] is None else changed["axes"]
        changed["axes"] = tuple(a % rank + more for a in axes)
    if "axis" in changed:
        changed["axis"] = changed["axis"] % rank + more
    if "shape" in changed:
        changed["shape"] = (*added, *changed["shape"])
    return Call(call.op, call.version, call.inputs, call.outputs, changed)


LAW = Law(
    name="ranks",
    says="one to eight axes, each of them forward or backward, never change a bit",
    rules=("C1.3", "T2.1"),
    check=check,
    rank="memory",
    applies=concerns,
)
