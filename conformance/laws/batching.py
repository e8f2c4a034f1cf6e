"""Batch axes: along which axes of the operands the elements of a result do not meet.

A map says, for one batch axis, which axis of each operand it is (None: the operand belongs to every
element of the batch) and which axis of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from samebits.conformance.laws.specimens import Specimen
from samebits.spec import (
    batch_norms,
    channel_norms,
    indexing,
    layer_norms,
    ordering,
    pixels,
    pools,
    products,
    reductions,
    windows,
)
from samebits.spec import shapes as rules
from samebits.spec.call import Call
from samebits.spec.catalog import get_op, landmarks_of, move_landmarks
from samebits.spec.einsum import einsum, parse
from samebits.spec.exact_sums import exact_sum
from samebits.spec.geometry import tokens
from samebits.spec.landmarks import StepLandmarks
from samebits.spec.scans import scan
from samebits.spec.shapes import Shape, ShapeRule, normalize_axes


@dataclass(frozen=True, slots=True)
class BatchAxis:
    """One batch axis: its place in every operand and in the result."""

    operands: tuple[int | None, ...]
    result: int

    def size(self, shapes: Sequence[Shape]) -> int:
        """Length of the axis."""
        return next(s[a] for s, a in zip(shapes, self.operands, strict=True) if a is not None)


def call_on(call: Call, axis: BatchAxis, size: int) -> Call:
    """The call on so many elements of a batch axis: one whose attribute is a shape says so."""
    if "shape" not in call.attributes:
        return call
    shape: Any = call.attributes["shape"]
    cut = (*shape[: axis.result], size, *shape[axis.result + 1 :])
    return Call(call.op, call.version, call.inputs, call.outputs, {**call.attributes, "shape": cut})


def has_batch(specimen: Specimen) -> bool:
    """Whether the call has a batch axis of more than one element."""
    shapes = specimen.shapes
    return any(axis.size(shapes) > 1 for axis in batch_axes(specimen.call, shapes))


def batch_axes(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """The batch axes of a call on operands of these shapes."""
    rule = get_op(call.op).shape_rule
    if rule is rules.elementwise:
        return [BatchAxis((i,) * len(shapes), i) for i in range(len(shapes[0]))]
    landmarks = move_landmarks(call.op)
    if landmarks is not None and landmarks.apart is not None:
        apart = landmarks.apart(call.attributes, len(shapes[0]))
        return [BatchAxis((axis,), axis) for axis in apart]
    if is_step_of_elements(call):
        steps = [rule.pattern(number) != "[]" for number in range(len(shapes))]
        rank = len(shapes[steps.index(True)])
        return [BatchAxis(tuple(i if step else None for step in steps), i) for i in range(rank)]
    return _RULES[rule](call, shapes) if rule in _RULES else []


def is_elementwise(call: Call) -> bool:
    """Whether its elements do not meet: an elementwise op, or a step whose elements do not meet."""
    return get_op(call.op).shape_rule is rules.elementwise or is_step_of_elements(call)


def is_step_of_elements(call: Call) -> bool:
    """Whether it is a step of the profile train whose elements do not meet (G8.2)."""
    step = isinstance(landmarks_of(call.op), StepLandmarks)
    return step and set(get_op(call.op).shape_rule.results) == {"[*S]"}


def _reduction(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    rank = len(shapes[0])
    reduced = normalize_axes(call.op, call.attributes["axes"], rank)
    kept = [i for i in range(rank) if i not in reduced]
    places = kept if call.attributes["keepdims"] else list(range(len(kept)))
    return [BatchAxis((axis,), place) for axis, place in zip(kept, places, strict=True)]


def _along_axis(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    rank = len(shapes[0])
    (axis,) = normalize_axes(call.op, call.attributes["axis"], rank)
    return [BatchAxis((i,), i) for i in range(rank) if i != axis]


def _leading(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """The axes with which the patterns of all results begin, where no weight is among them."""
    rule = get_op(call.op).shape_rule
    first = tokens(rule.pattern(0))[0]
    if any(tokens(pattern)[:1] != (first,) for pattern in rule.results[: len(call.outputs)]):
        return []
    size = rule.sizes_of(call.attributes, shapes)[first.lstrip("*")]
    has = [tokens(rule.pattern(i))[:1] == (first,) for i in range(len(shapes))]
    axes = range(len(size) if isinstance(size, tuple) else 1)
    return [BatchAxis(tuple(i if x else None for x in has), i) for i in axes]


def _product(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    rank = len(shapes[0])
    row = rank - 1 if call.attributes["transpose_a"] else rank - 2
    column = rank - 2 if call.attributes["transpose_b"] else rank - 1
    bias = len(shapes) == 3
    found = [
        BatchAxis((row, None, None)[: len(shapes)], rank - 2),
        BatchAxis((None, column, *((0,) if bias else ())), rank - 1),
    ]
    if rank == 3:
        found.append(BatchAxis((0, 0, None)[: len(shapes)], 0))
    return found


def _gathered(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Axes but the indexed one on which all operands, and a result that is given, are as long."""
    (axis,) = normalize_axes(call.op, call.attributes["axis"], len(shapes[0]))
    whole: Any = call.attributes.get("shape", shapes[0])
    return [
        BatchAxis((i,) * len(shapes), i)
        for i in range(len(shapes[0]))
        if i != axis and len({s[i] for s in (*shapes, whole)}) == 1
    ]


def _selected(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Axes but the indexed one, which the index does not have."""
    (axis,) = normalize_axes(call.op, call.attributes["axis"], len(shapes[0]))
    return [BatchAxis((i, None, i)[: len(shapes)], i) for i in range(len(shapes[0])) if i != axis]


def _embedded(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    rank = len(shapes[1])
    return [BatchAxis((1, None), rank), *(BatchAxis((None, i), i) for i in range(rank))]


def _embedding_gradient(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    return [BatchAxis((len(shapes[1]), None), 1)]


def _hot(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    return [BatchAxis((i,), i) for i in range(len(shapes[0]))]


def _linear(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    rank, bias = len(shapes[0]), (0,) * (len(shapes) - 2)
    rows = [BatchAxis((i, None, None)[: len(shapes)], i) for i in range(rank - 1)]
    return [*rows, BatchAxis((None, 0, *bias), rank - 1)]


def _outer(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    return [BatchAxis((0, None), 0), BatchAxis((None, 0), 1)]


def _equation(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Every letter of the result that is no diagonal."""
    equation = parse(call.op, call.attributes["equation"], len(shapes))
    return [
        BatchAxis(tuple(x.index(letter) if letter in x else None for x in equation.operands), place)
        for place, letter in enumerate(equation.result)
        if all(x.count(letter) < 2 for x in equation.operands)
    ]


def _windowed(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Samples, unless they are summed; channels that do not meet, where there are no groups."""
    kind = windows.kind_of(get_op(call.op).shape_rule)
    single = call.attributes["groups"] == 1
    bias = (0,) * (len(shapes) - 2)
    if kind == "weight_gradient":
        return [BatchAxis((None, 1), 0), BatchAxis((1, None), 1)] if single else []
    channel = BatchAxis((None, 0 if kind == "forward" else 1, *bias), 1)
    samples = BatchAxis((0, None, None)[: len(shapes)], 0)
    return [samples, channel] if single else [samples]


def _pooled(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Samples and channels."""
    return [BatchAxis((i,) * len(shapes), i) for i in (0, 1)]


_WINDOWED = (
    *windows.FORWARD,
    *windows.TRANSPOSED,
    *windows.INPUT_GRADIENT,
    *windows.WEIGHT_GRADIENT,
)

_NORMS = (*layer_norms.SHAPE_RULES, *channel_norms.SHAPE_RULES, *batch_norms.SHAPE_RULES)

_RULES: Mapping[ShapeRule, Callable[[Call, Sequence[Shape]], list[BatchAxis]]] = {
    **dict.fromkeys(reductions.SHAPE_RULES, _reduction),
    rules.same_as_input: _along_axis,
    exact_sum: _reduction,
    scan: _along_axis,
    indexing.embedding: _embedded,
    indexing.embedding_gradient: _embedding_gradient,
    indexing.gather: _gathered,
    indexing.gather_gradient: _gathered,
    indexing.index_add: _selected,
    indexing.index_select: _selected,
    indexing.one_hot: _hot,
    indexing.scatter_add: _gathered,
    ordering.sort: _along_axis,
    ordering.topk: _along_axis,
    rules.matmul: _product,
    rules.bmm: _product,
    products.linear: _linear,
    products.outer: _outer,
    einsum: _equation,
    **dict.fromkeys(_WINDOWED, _windowed),
    **dict.fromkeys(_NORMS, _leading),
    **dict.fromkeys(pools.SHAPE_RULES, _pooled),
    **dict.fromkeys(pixels.SHAPE_RULES, lambda call, shapes: [BatchAxis((0,), 0)]),
}
