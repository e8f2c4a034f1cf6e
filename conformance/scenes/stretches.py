"""Scenes of ops that work in blocks, for operands that consist of stretches.

Each scene has some rows of `size` elements, which a kernel processes in blocks. The result depends
on the state that the kernel passes from block to block. `filling.py` defines the contents of
stretches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from samebits.conformance.scenes import attention as heads, gradients, norms, pools
from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import (
    aligned,
    attention,
    batch_norms,
    channel_norms,
    class_losses,
    exact_sums,
    indexing,
    layer_norms,
    losses,
    ordering,
    pools as pooling,
    probability_losses,
    products,
    reduction_gradients,
    reductions,
    scans,
    searches,
)
from samebits.spec.language import shapes as rules
from samebits.spec.language.shapes import ShapeRule

LINES = 72
"""The number of rows of a scene: a third of the number of orders of three float stretches."""

SIZE = 515
"""The number of elements of a row: two blocks of 256, and a part of a third block."""

_FEW = 24
"""The largest number of channels of a pool."""

Make = Callable[[ShapeRule, int, int], Iterator[Scene]]
"""A function that makes scenes of a shape rule with a number of rows and of elements in a row."""


def _rows(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    """Yield scenes of reductions of rows, and of columns."""
    yield Scene(((lines, size),), {"axes": (1,)})
    yield Scene(((size, lines),), {"axes": (0,)})


def _norm(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    for number, scene in enumerate(_rows(rule, lines, size)):
        yield replace(scene, attributes={**scene.attributes, "ord": (2, "inf")[number]})


def _lines(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    """Yield scenes along the last axis and along the first axis.

    Each operand has stretches in one call.
    """
    more = {"k": size - size // 3} if rule is ordering.topk else {}
    every = len(rule.operands)
    which = tuple((number,) for number in range(every))
    yield Scene(((lines, size),) * every, {"axis": 1, **more}, stretched=which)
    yield Scene(((size, lines),) * every, {"axis": 0, **more}, stretched=which)


def _masked_rows(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    yield Scene(((lines, size),) * 2, {"axes": (1,)})
    yield Scene(((size, lines),) * 2, {"axes": (0,)})


def _vectors(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    yield Scene(((size,),) * 2)


_PLAIN = {"transpose_a": False, "transpose_b": False}


def _products(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    """Yield a product with stretches in rows of the first operand or in columns of the second."""
    which = ((0,), (1,))
    if rule in (products.linear, aligned.linear):
        yield Scene(((lines, size), (5, size), (5,)), stretched=which)
        return
    batch = () if rule in (rules.matmul, aligned.matmul) else (2,)
    yield Scene(((*batch, lines, size), (*batch, size, 5), (5,)), _PLAIN, stretched=which)


def _masked_product(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    shapes = ((1, lines, size), (1, size, 3), (1, lines, size))
    yield Scene(shapes, stretched=((0,), (1,)))


def _slices(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    scene = norms.scene(rule, {"S": (lines,), "D": (size,)}, {"axis": 1})
    yield replace(scene, stretched=_long(scene, size))


def _channels(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    """Yield scenes of long channels, and for batch norms also of many samples of short channels."""
    for samples, places in ((-(-lines // 2), size), (size, 1)):
        if places == 1 and rule not in batch_norms.SHAPE_RULES:
            continue
        channels = 2 if places > 1 else lines
        sizes = {"N": samples, "C": channels, "S": (places,)}
        scene = norms.scene(rule, sizes, {"num_groups": channels})
        yield replace(scene, stretched=_long(scene, size))


def _long(scene: Scene, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the operands that have rows of this size, each in a separate set."""
    return tuple((i,) for i, shape in enumerate(scene.shapes) if size in shape)


def _classes(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    """Yield a loss of many classes without reduction, and the mean over many elements."""
    for places, classes, reduction in ((lines, size, "none"), (size, 3, "mean")):
        result = (places,) if reduction == "none" else ()
        sizes = {"N": places, "C": classes, "S": (), "R": result, "classes": classes}
        made = norms.scene(rule, sizes, {"classes": classes, "reduction": reduction})
        target = next((i for i, text in enumerate(rule.operands) if text == "[N, *S]"), None)
        limits = {} if target is None else {target: classes}
        attributes: dict[str, Any] = {"reduction": reduction}
        if "classes" in rule.attributes:
            attributes["classes"] = classes
        yield Scene(made.shapes, attributes, limits, True, _long(made, size))


def _values(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    """Yield the mean of a loss of two tensors, or its gradient; weights are broadcast."""
    sizes: dict[str, Any] = {"N": size, "S": (size, 3), "R": (), "W": (size, 1), "P": (3,)}
    if any(text.startswith("[N") for text in rule.operands):
        sizes["S"] = (3,)
    made = norms.scene(rule, sizes, {})
    more: dict[str, Any] = {"beta": 0.5} if "beta" in rule.attributes else {}
    more |= {"delta": 0.5} if "delta" in rule.attributes else {}
    yield Scene(made.shapes, {"reduction": "mean", **more}, {}, True, _long(made, size))


def _windows(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    """Yield a pool with overlapping windows over rows, or over planes with one short axis."""
    rank = pools.rank_of(rule)
    attributes: dict[str, Any] = {
        "kernel_size": (2, 9)[-rank:],
        "stride": (1, 4)[-rank:],
        "padding": (1, 3)[-rank:],
        "dilation": (1, 1)[-rank:],
        "ceil_mode": True,
        "count_include_pad": False,
        "output_size": (2, 37)[-rank:],
    }
    sizes = (3, size)[-rank:]
    channels = min(lines, _FEW)  # fewer channels than positions, even in gradients
    made = pools.scene(rule, 1, channels, sizes, pools.kept(rule, attributes))
    yield replace(made, stretched=((0,),))


def _bounds(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    yield Scene(((lines, size), (lines, 7)), {"right": False}, stretched=((0,),))
    yield Scene(((lines, 7), (lines, size)), {"right": True}, stretched=((1,),))


def _updates(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    """Yield scenes of many updates to three elements or rows."""
    if rule is indexing.embedding_gradient:
        given = {"rows": 3, "padding_index": 2}
        yield Scene(((size, lines), (size,)), given, {1: 3})
    elif rule is indexing.gather_gradient:
        yield Scene(((size,), (size,)), {"axis": 0, "shape": (3,)}, {1: 3})
    else:
        yield Scene(((3,), (size,), (size,)), {"axis": 0}, {1: 3}, stretched=((2,),))


def _of_reduction(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    made = gradients.of_reduction(rule, (lines, size), {"axes": (1,)})
    yield replace(made, stretched=_long(made, size))


def _attention(rule: ShapeRule, lines: int, size: int) -> Iterator[Scene]:
    """Yield scenes of many keys, which are absent by index or by a mask, and of many queries.

    The rows are divided among samples and queries, so that each kind of keys occurs with each kind
    of mask.
    """
    dropped = rule in (attention.dropping_attention, attention.dropping_attention_gradient)
    backward = rule in (attention.attention_gradient, attention.dropping_attention_gradient)
    make = heads.backward if backward else heads.forward
    more: dict[str, Any] = heads.DROPPED if dropped else {}
    samples = min(6, lines)
    queries = -(-lines // samples)
    mask = 5 if backward else 3
    sizes = (samples, 1, 1, queries, size, 1, 1)
    given = {"scale": 0.5, "is_causal": True, "query_offset": size // 3, **more}
    keys = make(sizes, given)
    yield replace(keys, shapes=keys.shapes[:mask], whole=True, stretched=((1,), (2,)))
    given = {"scale": 0.5, **more}
    few_keys = make((1, 1, 1, size, 3, 1, 1), given)
    which: tuple[tuple[int, ...], ...] = ((0, mask), (4, mask)) if backward else ((0, mask),)
    yield replace(few_keys, whole=True, stretched=which)
    which = ((1, mask), (2, mask), (mask,))
    yield replace(make(sizes, given), whole=True, stretched=which)


_LOSSES = (
    losses.pair,
    losses.smooth,
    losses.huber,
    probability_losses.logits,
    probability_losses.divergence,
    losses.pair_gradient,
    losses.smooth_gradient,
    losses.huber_gradient,
    probability_losses.logits_gradient,
    probability_losses.divergence_gradient,
)

MAKERS: Mapping[ShapeRule, Make] = MappingProxyType(
    {
        **dict.fromkeys(
            (rules.reduction, rules.nonempty_reduction, reductions.variance, exact_sums.exact_sum),
            _rows,
        ),
        reductions.norm: _norm,
        **dict.fromkeys(
            (
                rules.same_as_input,
                rules.gradient_along_axis,
                scans.scan,
                ordering.sort,
                ordering.topk,
            ),
            _lines,
        ),
        rules.masked_reduction: _masked_rows,
        rules.dot: _vectors,
        exact_sums.exact_dot: _vectors,
        **dict.fromkeys(
            (
                rules.matmul,
                rules.bmm,
                products.linear,
                aligned.matmul,
                aligned.bmm,
                aligned.linear,
            ),
            _products,
        ),
        attention.masked_product: _masked_product,
        **dict.fromkeys(layer_norms.SHAPE_RULES, _slices),
        **dict.fromkeys((*channel_norms.SHAPE_RULES, *batch_norms.SHAPE_RULES), _channels),
        **dict.fromkeys(
            (
                class_losses.nll,
                class_losses.cross,
                class_losses.nll_gradient,
                class_losses.cross_gradient,
                probability_losses.soft,
                probability_losses.soft_gradient,
            ),
            _classes,
        ),
        **dict.fromkeys(_LOSSES, _values),
        **dict.fromkeys(pooling.SHAPE_RULES, _windows),
        searches.searchsorted: _bounds,
        **dict.fromkeys(
            (
                indexing.scatter_add,
                indexing.index_add,
                indexing.embedding_gradient,
                indexing.gather_gradient,
            ),
            _updates,
        ),
        **dict.fromkeys(reduction_gradients.SHAPE_RULES, _of_reduction),
        **dict.fromkeys(
            (
                attention.attention,
                attention.attention_gradient,
                attention.dropping_attention,
                attention.dropping_attention_gradient,
            ),
            _attention,
        ),
    }
)
"""For each shape rule, the function that makes its scenes for any number and length of rows."""

STEP_BY_STEP = frozenset(
    {
        attention.masked_product,
        attention.attention,
        attention.attention_gradient,
        attention.dropping_attention,
        attention.dropping_attention_gradient,
    }
)
"""Rules of graphs that are slow, because each element of a row is one or more nodes."""


def scenes_of(rule: ShapeRule, lines: int = LINES, size: int = SIZE) -> tuple[Scene, ...]:
    """Return the scenes of a shape rule, or () for ops that pass no state from block to block."""
    make = MAKERS.get(rule)
    return () if make is None else tuple(make(rule, lines, size))


STRETCHES: Scenes = {rule: scenes_of(rule) for rule in MAKERS}
