"""Layers with the sizes in architectures.py, as scenes of an op, by shape rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from samebits.conformance.questions import architectures as table
from samebits.conformance.questions.drawing.attention_drawn import HEADS
from samebits.conformance.questions.drawing.convolutions_drawn import window_scene
from samebits.conformance.questions.drawing.losses_drawn import LOSSES, has_classes, of_size
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.gradients import of_reduction, of_sizes
from samebits.conformance.scenes.norms import scene as of_norm
from samebits.conformance.scenes.pools import kept, rank_of, scene as of_pool
from samebits.conformance.scenes.recurrent import scene as of_cell
from samebits.conformance.scenes.rotary import scene as of_rotary
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import (
    aligned,
    attention,
    bags,
    batch_norms,
    channel_norms,
    channel_slopes,
    exact_sums,
    factors,
    indexing,
    layer_norms,
    linear_gradients,
    ordering,
    pools,
    products,
    recurrent_layers as recurrent,
    reduction_gradients,
    reductions,
    replacing,
    resampling,
    rotary,
    sampling,
    scans,
    windows,
)
from samebits.spec.language import shapes as rules
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape, ShapeRule


@dataclass(frozen=True, slots=True)
class Layers:
    """A small layer for tests of contents, and the layers of the table.

    If `small` is None, a random layer is drawn for each content.
    """

    small: Scene | None
    table: tuple[Scene, ...] = ()


MakeLayers = Callable[[Op, Draws], Layers]


def _matrices(draws: Draws) -> Iterator[Shape]:
    """Yield the shapes of activations in the table, and a random one of at least 256 by 256."""
    yield from table.ROWS
    yield (draws.between(256, table.TALLEST), draws.between(256, table.ROWS[0][1]))


def _along(op: Op, draws: Draws) -> Layers:
    """Return layers that work along the last axis of matrices, and one along the columns."""
    count = len(op.operands)
    name = "axis" if "axis" in op.shape_rule.attributes else "axes"

    def scene(shape: Shape, axis: int) -> Scene:
        given: dict[str, Any] = {name: axis if name == "axis" else (axis,)}
        if op.shape_rule is ordering.topk:
            given["k"] = draws.choice((5, shape[axis]))
        return Scene((shape,) * count, given)

    every = list(_matrices(draws))
    return Layers(
        scene(table.MATRIX, -1),
        tuple(scene(shape, axis) for shape, axis in zip(every, (-1, 0, -1), strict=True)),
    )


def _reduced(op: Op, draws: Draws) -> Layers:
    """Return layers of gradients of reductions along the axes of the same matrices."""

    def scene(shape: Shape, axis: int) -> Scene:
        return of_reduction(op.shape_rule, shape, {"axes": (axis,)})

    every = list(_matrices(draws))
    return Layers(
        scene((2, *table.MATRIX), 0),  # the gradient of the result has rows too
        tuple(scene(shape, axis) for shape, axis in zip(every, (-1, 0, -1), strict=True)),
    )


def _product(op: Op, draws: Draws, sizes: table.Product) -> Scene:
    rule, batch = op.shape_rule, sizes.batch
    m, k, n = sizes.rows, sizes.terms, sizes.columns
    if rule in (products.linear, aligned.linear):
        return Scene(((m, k), (n, k), (n,)))
    ta, tb = draws.chance(2), draws.chance(2)
    a, b = ((k, m) if ta else (m, k)), ((n, k) if tb else (k, n))
    given = {"transpose_a": ta, "transpose_b": tb}
    if rule in (rules.matmul, aligned.matmul):
        return Scene((a, b, (n,)), given)
    return Scene(((batch, *a), (batch, *b), (n,)), given)


def _products(op: Op, draws: Draws) -> Layers:
    first, *others = (_product(op, draws, sizes) for sizes in table.PRODUCTS)
    return Layers(first, tuple(others))


def _masked_products(op: Op, draws: Draws) -> Layers:
    """Return a layer with few terms, because each term is a separate call of the backend."""
    return Layers(Scene(((2, 64, 16), (2, 16, 64), (2, 64, 16))))


def _linear_gradients(op: Op, draws: Draws) -> Layers:
    """Return layers of the gradients of linear layers.

    N is the number of outputs, or of samples if there are channels C.
    """
    has_channels = any("C" in pattern for pattern in op.shape_rule.operands)

    def scene(s: table.Product) -> Scene:
        outputs = {"N": 4, "C": 64} if has_channels else {"N": s.columns}
        sizes = {"S": (s.rows,), "P": (s.rows,), "K": s.terms, **outputs}
        return of_sizes(op.shape_rule, sizes)

    first, *others = map(scene, table.PRODUCTS)
    return Layers(first, tuple(others))


def _dots(op: Op, draws: Draws) -> Layers:
    return Layers(Scene(((4096,),) * 2), (Scene(((192 * 320,),) * 2),))


def _convolutions(kind: str, rank: int) -> MakeLayers:
    """Return a function for the layers of the table, with about as many elements as in two axes."""

    def scene(layer: table.Convolution) -> Scene:
        reach = layer.dilation * (layer.taps - 1) + 1
        side = {1: layer.image**2 // 2, 2: layer.image, 3: layer.image // 2}[rank]
        side = max(side, reach - 2 * layer.padding, layer.stride + layer.taps, 1)
        taps = layer.taps if rank < 3 or layer.taps < 8 else 4
        groups = (
            layer.groups // 2 if rank == 3 and layer.groups > table.FEW_GROUPS else layer.groups
        )
        given: dict[str, Any] = {
            "stride": (layer.stride,) * rank,
            "padding": (layer.padding,) * rank,
            "dilation": (layer.dilation,) * rank,
        }
        if kind == "transposed":
            given["output_padding"] = (0,) * rank
        given["groups"] = groups
        return window_scene(
            kind, 1, layer.inside, layer.outside, (side,) * rank, (taps,) * rank, given
        )

    # Images with three axes are halved. From 16, rows of eight elements remain, with fewer
    # channels.
    channels, image = (64, 8) if rank < 3 else (16, 16)
    small = table.Convolution("1 x 1", 1, channels, channels, 1, image)

    def make(op: Op, draws: Draws) -> Layers:
        return Layers(scene(small), tuple(map(scene, table.CONVOLUTIONS)))

    return make


def _pools(op: Op, draws: Draws) -> Layers:
    rank = rank_of(op.shape_rule)

    def scene(
        channels: int, taps: int, stride: int, padding: int, image: int, wanted: int = 7
    ) -> Scene:
        attributes = {
            "kernel_size": (taps,) * rank,
            "stride": (stride,) * rank,
            "padding": (padding,) * rank,
            "dilation": (1,) * rank,
            "ceil_mode": False,
            "count_include_pad": True,
            "output_size": (wanted,) * rank,
        }
        sizes = (image,) * rank
        return of_pool(op.shape_rule, 2, channels, sizes, kept(op.shape_rule, attributes))

    first, *others = table.POOLS
    return Layers(scene(*first, wanted=8), tuple(scene(*sizes) for sizes in others))


def _channels(op: Op, draws: Draws) -> Layers:
    """Return layers on images with many channels, in groups of one channel or of several."""

    def scene(channels: int, groups: int, places: int) -> Scene:
        sizes = {"N": 3, "C": channels, "S": (places, places)}
        return of_norm(op.shape_rule, sizes, {"num_groups": groups})

    first, *others = (scene(*sizes) for sizes in table.NORMS)
    return Layers(first, tuple(others))


def _features(op: Op, draws: Draws) -> Layers:
    def scene(shape: Shape) -> Scene:
        return of_norm(op.shape_rule, {"S": shape[:1], "D": shape[1:]}, {"axis": 1})

    return Layers(scene(table.MATRIX), tuple(map(scene, _matrices(draws))))


def _heads(op: Op, draws: Draws) -> Layers:
    make, names = HEADS[op.shape_rule], {a.name for a in op.attributes}
    more: dict[str, Any] = {}
    if "dropout_p" in names:
        words = [draws.below(1 << 32) for _ in range(4)]
        more = {"dropout_p": 0.1, "seed": tuple(words[:2]), "stream": tuple(words[2:])}

    def scene(h: table.Heads) -> Scene:
        sizes = (h.samples, h.heads, h.shared, h.queries, h.keys, h.width, h.width)
        given = {"scale": None, "is_causal": h.is_causal, "query_offset": 0, **more}
        return make(sizes, given)

    small = make((1, 2, 1, 16, 16, 64, 64), {"scale": None, **more})
    return Layers(small, tuple(map(scene, table.HEADS)))


def _losses(op: Op, draws: Draws) -> Layers:
    """Return losses of samples and classes, or of matrices, with each reduction."""
    known = next(a.choices for a in op.attributes if a.name == "reduction")

    def scene(shape: Shape, reduction: str) -> Scene:
        found = of_size(op, draws, shape[0], reduction, shape[1])
        if has_classes(op):
            return found
        return replace(found, shapes=tuple(shape if s else s for s in found.shapes))

    return Layers(
        scene(table.MATRIX, "none"),
        tuple(scene(shape, str(how)) for shape in table.CLASSES for how in known),
    )


def _indices(op: Op, draws: Draws) -> Layers:
    rule = op.shape_rule
    v, d, n = table.VOCABULARY
    axis = {"axis": 0}
    if rule is indexing.embedding:
        found = Scene(((v, d), (n,)), {}, {1: v})
    elif rule is indexing.embedding_gradient:
        found = Scene(((n, d), (n,)), {"rows": v, "padding_index": 1}, {1: v})
    elif rule is indexing.index_select:
        found = Scene(((v, d), (n,)), axis, {1: v})
    elif rule is indexing.index_add:
        found = Scene(((v, d), (n,), (n, d)), axis, {1: v})
    elif rule is indexing.gather:
        found = Scene(((v, d), (n, d)), axis, {1: v})
    elif rule is indexing.gather_gradient:
        found = Scene(((n, d), (n, d)), {**axis, "shape": (v, d)}, {1: v})
    elif rule in (indexing.scatter_add, replacing.scatter):
        found = Scene(((v, d), (n, d), (n, d)), axis, {1: v})
    elif rule is replacing.scatter_gradient:
        found = Scene(((v, d), (n, d)), axis, {1: v})
    elif rule is replacing.index_put:
        found = Scene(((v, d), (n,), (n, d)), {}, {1: v})
    else:
        found = Scene(((v, d), (n,)), {}, {1: v})
    return Layers(found)


def _bags(op: Op, draws: Draws) -> Layers:
    v, d, _ = table.VOCABULARY
    rule = op.shape_rule
    given = {"mode": "sum", "padding_index": 1}
    shapes = of_norm(rule, {"V": v, "D": d, "B": 8, "L": 12}, given).shapes
    return Layers(Scene(shapes, given, {2 if rule is bags.embedding_bag_gradient else 1: v}))


def _slopes(op: Op, draws: Draws) -> Layers:
    def scene(channels: int, places: int) -> Scene:
        sizes = {"N": 3, "C": channels, "S": (places, places)}
        return of_norm(op.shape_rule, sizes, {})

    return Layers(scene(64, 8), tuple(scene(c, places) for c, _, places in table.NORMS))


def _cells(op: Op, draws: Draws) -> Layers:
    first, *others = (
        of_cell(op.shape_rule, dict(zip("TNIH", sizes, strict=True))) for sizes in table.CELLS
    )
    return Layers(first, tuple(others))


def _resampled(rank: int, name: str) -> MakeLayers:
    def make(op: Op, draws: Draws) -> Layers:
        first, *others = (
            Scene(((2, channels, *(places,) * rank),), {name: (wanted,) * rank})
            for channels, places, wanted in table.IMAGES
        )
        return Layers(first, tuple(others))

    return make


def _sampled(op: Op, draws: Draws) -> Layers:
    """Return a layer that samples the image of a digit on a grid of the same size.

    A spatial transformer does this.
    """
    way = {"mode": "bilinear", "padding_mode": "zeros", "align_corners": False}
    sizes = {"N": 2, "C": 1, "H": 28, "W": 28, "P": 28, "Q": 28}
    return Layers(Scene(of_norm(op.shape_rule, sizes, {}).shapes, way))


def _factored(op: Op, draws: Draws) -> Layers:
    """Return the weights of a narrow layer, which orthogonal initialization factors."""
    return Layers(Scene(((48, 16),), {"complete": False}))


def _rotary(op: Op, draws: Draws) -> Layers:
    small, *others = (
        of_rotary((h.samples, h.heads * h.shared), h.queries, h.width // 2, {}) for h in table.HEADS
    )
    return Layers(small, tuple(others))


def _elements(op: Op, draws: Draws) -> Layers:
    return Layers(Scene((table.MATRIX,) * len(op.operands)))


BY_RULE: Mapping[ShapeRule, MakeLayers] = MappingProxyType(
    {
        rules.elementwise: _elements,
        **dict.fromkeys(
            (
                *reductions.SHAPE_RULES, exact_sums.exact_sum, rules.same_as_input, scans.scan,
                ordering.sort, ordering.topk, ordering.sort_gradient, rules.gradient_along_axis,
                rules.masked_reduction,
            ),
            _along,
        ),
        **dict.fromkeys(reduction_gradients.SHAPE_RULES, _reduced),
        **dict.fromkeys(
            (rules.matmul, rules.bmm, products.linear, aligned.matmul, aligned.bmm, aligned.linear),
            _products,
        ),
        attention.masked_product: _masked_products,
        **dict.fromkeys(
            (*linear_gradients.SHAPE_RULES, aligned.linear_gradient), _linear_gradients
        ),
        **dict.fromkeys((rules.dot, exact_sums.exact_dot), _dots),
        **{
            rule: _convolutions(kind, rank)
            for kind, family in (
                ("forward", windows.FORWARD),
                ("input_gradient", windows.INPUT_GRADIENT),
                ("weight_gradient", windows.WEIGHT_GRADIENT),
                ("transposed", windows.TRANSPOSED),
            )
            for rank, rule in enumerate(family, 1)
        },
        **dict.fromkeys(pools.SHAPE_RULES, _pools),
        **dict.fromkeys((*channel_norms.SHAPE_RULES, *batch_norms.SHAPE_RULES), _channels),
        **dict.fromkeys(layer_norms.SHAPE_RULES, _features),
        **dict.fromkeys(HEADS, _heads),
        **dict.fromkeys(LOSSES, _losses),
        **dict.fromkeys(
            (
                indexing.embedding, indexing.embedding_gradient, indexing.index_select,
                indexing.index_add, indexing.gather, indexing.gather_gradient,
                indexing.scatter_add, replacing.scatter, replacing.scatter_gradient,
                replacing.index_put, replacing.index_put_gradient,
            ),
            _indices,
        ),
        **dict.fromkeys((bags.embedding_bag, bags.embedding_bag_gradient), _bags),
        **dict.fromkeys(channel_slopes.SHAPE_RULES, _slopes),
        **dict.fromkeys((*recurrent.CELLS, *recurrent.LAYERS), _cells),
        **{
            rule: _resampled(rank, name)
            for family, name in (
                (resampling.FORWARD, "output_size"), (resampling.BACKWARD, "input_size"),
            )
            for rank, rule in family.items()
        },
        rotary.rotary_embedding: _rotary,
        **dict.fromkeys(sampling.SHAPE_RULES, _sampled),
        factors.factored: _factored,
    }
)  # fmt: skip
"""Functions that make the layers of a shape rule, for rules that have their own layers."""
