"""The batch axes of each shape rule: axes whose elements do not affect each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from samebits.conformance.laws.batch_axis import BatchAxis
from samebits.spec.catalog import get_op
from samebits.spec.families import (
    aligned,
    attention,
    bags,
    batch_norms,
    channel_norms,
    channel_slopes,
    class_losses,
    ctc,
    drawing_graphs,
    draws,
    exact_sums,
    factors,
    filled,
    gated,
    gradient_scaling,
    indexing,
    initial_values,
    joins,
    layer_norms,
    linear_gradients,
    losses,
    ordering,
    orthogonal,
    padding,
    pixels,
    pools,
    probability_losses,
    products,
    recurrent_layers as recurrent,
    reduction_gradients,
    reductions,
    replacing,
    resampling,
    rotary,
    sampling,
    searches,
    slices,
    triangles,
    truncated,
    unfolding,
    windows,
)
from samebits.spec.families.einsum import einsum, parse
from samebits.spec.families.scans import scan
from samebits.spec.language import shapes as rules
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import Names, tokens
from samebits.spec.language.shapes import Shape, ShapeRule, normalize_axes


def _reduction(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    rank = len(shapes[0])
    reduced = normalize_axes(call.op, call.attributes["axes"], rank)
    kept = [i for i in range(rank) if i not in reduced]
    places = kept if call.attributes["keepdims"] else list(range(len(kept)))
    return [
        BatchAxis((axis,) * len(shapes), place) for axis, place in zip(kept, places, strict=True)
    ]


def _along_axis(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    rank = len(shapes[0])
    (axis,) = normalize_axes(call.op, call.attributes["axis"], rank)
    return [BatchAxis((i,), i) for i in range(rank) if i != axis]


def _leading(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Return the leading axes that the patterns of all results share."""
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
    """Return the axes except the indexed one, if operands and result agree on their length."""
    (axis,) = normalize_axes(call.op, call.attributes["axis"], len(shapes[0]))
    whole: Any = call.attributes.get("shape", shapes[0])
    return [
        BatchAxis((i,) * len(shapes), i)
        for i in range(len(shapes[0]))
        if i != axis and len({s[i] for s in (*shapes, whole)}) == 1
    ]


def _selected(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Return the axes except the indexed one; the index does not have them."""
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
    """Return an axis for every letter of the result, except letters of diagonals."""
    equation = parse(call.op, call.attributes["equation"], len(shapes))
    return [
        BatchAxis(tuple(x.index(letter) if letter in x else None for x in equation.operands), place)
        for place, letter in enumerate(equation.result)
        if all(x.count(letter) < 2 for x in equation.operands)
    ]


def _windowed(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Return the axis of samples, unless they are summed; without groups, also of channels."""
    kind = windows.kind_of(get_op(call.op).shape_rule)
    single = call.attributes["groups"] == 1
    bias = (0,) * (len(shapes) - 2)
    if kind == "weight_gradient":
        return [BatchAxis((None, 1), 0), BatchAxis((1, None), 1)] if single else []
    channel = BatchAxis((None, 0 if kind == "forward" else 1, *bias), 1)
    samples = BatchAxis((0, None, None)[: len(shapes)], 0)
    return [samples, channel] if single else [samples]


def _pooled(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    return [BatchAxis((i,) * len(shapes), i) for i in (0, 1)]


def _named(*names: str) -> Callable[[Call, Sequence[Shape]], list[BatchAxis]]:
    """Return a function that finds the axes with these names in the patterns of a shape rule."""

    def axes(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
        rule = get_op(call.op).shape_rule
        sizes = rule.sizes_of(call.attributes, shapes)
        operands = [_first(rule.pattern(i), sizes) for i in range(len(shapes))]
        results = [_first(pattern, sizes) for pattern in rule.results[: len(call.outputs)]]
        return [
            BatchAxis(_places(operands, name, i), first + i, _places(results, name, i))
            for name in names
            if (first := results[0].get(name)) is not None
            for i in range(len(sizes[name[1:]]) if name.startswith("*") else 1)
        ]

    return axes


def _first(pattern: str, sizes: Names) -> dict[str, int]:
    """Return the first axis of each token of a pattern, up to a group of unknown size."""
    found: dict[str, int] = {}
    at = 0
    for token in tokens(pattern):
        found[token] = at
        if token.startswith("*") and token[1:] not in sizes:
            break
        at += len(sizes[token[1:]]) if token.startswith("*") else 1
    return found


def _places(firsts: Sequence[Mapping[str, int]], name: str, i: int) -> tuple[int | None, ...]:
    return tuple(None if name not in first else first[name] + i for first in firsts)


def _unreduced(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Return every axis of a loss over pairs of elements, if it has no reduction."""
    if call.attributes["reduction"] != "none":
        return []
    return [BatchAxis((i,) * len(shapes), i) for i in range(len(shapes[0]))]


def _samples(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Return the axis of samples of a loss over classes without reduction; weights lack it."""
    if call.attributes["reduction"] != "none":
        return []
    rule = get_op(call.op).shape_rule
    weights = [rule.pattern(i) in ("[C]", "[classes]") for i in range(len(shapes))]
    return [BatchAxis(tuple(None if x else 0 for x in weights), 0)]


def _joined(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Return all axes except the axis of the concatenation."""
    return [BatchAxis((x.result,) * len(shapes), x.result) for x in _along_axis(call, shapes)]


def _kept(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Return the axes that the reduction of a gradient keeps."""
    rule = get_op(call.op).shape_rule
    whole: Any = call.attributes["shape"] if len(shapes) == 1 else shapes[1]
    rank = len(whole)
    reduced = normalize_axes(call.op, call.attributes["axes"], rank)
    kept = [i for i in range(rank) if i not in reduced]
    places = kept if call.attributes["keepdims"] else list(range(len(kept)))
    smaller = [rule.pattern(i) == "[*R]" for i in range(len(shapes))]
    return [
        BatchAxis(tuple(place if x else axis for x in smaller), axis)
        for axis, place in zip(kept, places, strict=True)
    ]


def _unpadded(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    widths: Any = call.attributes["widths"]
    return [BatchAxis((i,), i) for i in range(len(shapes[0])) if not any(widths[2 * i : 2 * i + 2])]


def _unsliced(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    rank = len(shapes[0])
    sliced = normalize_axes(call.op, call.attributes["axes"], rank)
    return [BatchAxis((i,), i) for i in range(rank) if i not in sliced]


def _repeated(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Return every axis of a loss without reduction; the last operands may be broadcast."""
    if call.attributes["reduction"] != "none":
        return []
    rule = get_op(call.op).shape_rule
    whole = shapes[0]

    def place(number: int, axis: int) -> int | None:
        shape = shapes[number]
        own = axis - len(whole) + len(shape)
        repeated = rule.pattern(number) in ("[*W]", "[*P]")
        return None if repeated and (own < 0 or shape[own] == 1) else own

    count = len(shapes)
    axes = range(len(whole))
    return [BatchAxis(tuple(place(k, i) for k in range(count)), i) for i in axes]


_WINDOWED = (
    *windows.FORWARD,
    *windows.TRANSPOSED,
    *windows.INPUT_GRADIENT,
    *windows.WEIGHT_GRADIENT,
)

_NORMS = (
    layer_norms.layer_norm,
    layer_norms.rms_norm,
    channel_norms.group_norm,
    channel_norms.instance_norm,
)

_APART: Mapping[ShapeRule, tuple[str, ...]] = {
    attention.attention: ("N",),
    attention.attention_gradient: ("N",),
    attention.masked_product: ("B",),
    bags.embedding_bag: ("B",),
    bags.embedding_bag_gradient: ("D",),
    batch_norms.batch_norm: ("C",),
    batch_norms.batch_norm_gradient: ("C",),
    batch_norms.batch_norm_inference: ("N", "C"),
    batch_norms.batch_norm_inference_gradient: ("N", "C"),
    channel_norms.group_norm_gradient: ("N",),
    channel_norms.instance_norm_gradient: ("N",),
    channel_slopes.prelu: ("N", "C"),
    channel_slopes.prelu_gradient: ("C",),
    factors.factored: ("*B",),
    ctc.ctc_loss: ("N",),
    ctc.ctc_loss_gradient: ("N",),
    gated.glu: ("*A", "*B"),
    gated.glu_gradient: ("*A", "*B"),
    gradient_scaling.with_scale: ("*S",),
    layer_norms.layer_norm_gradient: ("*S",),
    layer_norms.rms_norm_gradient: ("*S",),
    linear_gradients.linear: ("*S",),
    aligned.linear_gradient: ("*S",),
    linear_gradients.linear_bias: ("N",),
    linear_gradients.conv_bias: ("C",),
    ordering.sort_gradient: ("*A", "*B"),
    **dict.fromkeys((replacing.index_put, replacing.index_put_gradient), ("D",)),
    recurrent.gru: ("N",),
    recurrent.gru_cell: ("N",),
    recurrent.gru_cell_gradient: ("N",),
    recurrent.gru_gradient: ("N",),
    recurrent.lstm: ("N",),
    recurrent.lstm_cell: ("N",),
    recurrent.lstm_cell_gradient: ("N",),
    recurrent.lstm_gradient: ("N",),
    **dict.fromkeys(resampling.FORWARD.values(), ("N", "C")),
    **dict.fromkeys(resampling.BACKWARD.values(), ("N", "C")),
    rotary.rotary_embedding: ("*A", "L"),
    rules.gradient_along_axis: ("*A", "*B"),
    sampling.grid_sample: ("N", "C"),
    sampling.grid_sample_gradient: ("N",),
    searches.searchsorted: ("*B",),
    triangles.triangle: ("*B",),
    unfolding.unfold: ("N",),
}
"""Names of axes, in the patterns of a shape rule, whose elements do not affect each other."""

MEET = frozenset(
    {
        attention.dropping_attention,
        attention.dropping_attention_gradient,
        draws.bernoulli,
        draws.draw,
        draws.randint,
        drawing_graphs.dropping,
        drawing_graphs.permuted,
        drawing_graphs.sampled,
        exact_sums.exact_dot,
        *filled.SHAPE_RULES,
        gradient_scaling.scale_state,
        initial_values.weights,
        orthogonal.orthogonal,
        truncated.truncated,
        rules.dot,
    }
)
"""Shape rules without a batch axis: elements affect each other, or draws depend on the index."""

RULES: Mapping[ShapeRule, Callable[[Call, Sequence[Shape]], list[BatchAxis]]] = {
    **dict.fromkeys(reductions.SHAPE_RULES, _reduction),
    rules.same_as_input: _along_axis,
    exact_sums.exact_sum: _reduction,
    **{rule: _named(*names) for rule, names in _APART.items()},
    **dict.fromkeys((losses.pair, losses.huber, losses.smooth), _unreduced),
    **dict.fromkeys(
        (losses.pair_gradient, losses.huber_gradient, losses.smooth_gradient), _unreduced
    ),
    **dict.fromkeys(
        (probability_losses.divergence, probability_losses.divergence_gradient), _unreduced
    ),
    **dict.fromkeys((class_losses.cross, class_losses.cross_gradient), _samples),
    **dict.fromkeys((class_losses.nll, class_losses.nll_gradient), _samples),
    **dict.fromkeys((probability_losses.soft, probability_losses.soft_gradient), _samples),
    **dict.fromkeys(reduction_gradients.SHAPE_RULES, _kept),
    **dict.fromkeys((probability_losses.logits, probability_losses.logits_gradient), _repeated),
    rules.masked_reduction: _reduction,
    padding.pad: _unpadded,
    slices.sliced: _unsliced,
    slices.slice_gradient: _unsliced,
    joins.cat: _joined,
    scan: _along_axis,
    indexing.embedding: _embedded,
    indexing.embedding_gradient: _embedding_gradient,
    indexing.gather: _gathered,
    indexing.gather_gradient: _gathered,
    indexing.index_add: _selected,
    indexing.index_select: _selected,
    indexing.one_hot: _hot,
    indexing.scatter_add: _gathered,
    replacing.scatter: _gathered,
    replacing.scatter_gradient: _gathered,
    ordering.sort: _along_axis,
    ordering.topk: _along_axis,
    **dict.fromkeys((rules.matmul, rules.bmm, aligned.matmul, aligned.bmm), _product),
    **dict.fromkeys((products.linear, aligned.linear), _linear),
    products.outer: _outer,
    einsum: _equation,
    **dict.fromkeys(_WINDOWED, _windowed),
    **dict.fromkeys(_NORMS, _leading),
    **dict.fromkeys(pools.SHAPE_RULES, _pooled),
    **dict.fromkeys(pixels.SHAPE_RULES, lambda call, shapes: [BatchAxis((0,), 0)]),
}
