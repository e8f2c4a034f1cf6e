"""Random scenes of gradients of reductions, sorts, linear layers and biases."""

from __future__ import annotations

from typing import Any

from samebits.conformance.questions.drawn_scene import DrawScene, Wish, draw_axis, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.gradients import of_reduction, of_sizes
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import aligned, linear_gradients, ordering, reduction_gradients
from samebits.spec.language.shapes import ShapeRule


def _reduction(draws: Draws, wish: Wish) -> Scene:
    rank = wish.rank
    attributes: dict[str, Any] = {"axes": None, "keepdims": draws.chance(2)}
    if wish.alike:
        attributes["axes"] = ()
    elif draws.below(4):
        axes = draws.sample(range(rank), draws.between(1, rank))
        attributes["axes"] = tuple(a - rank if draws.chance(3) else a for a in axes)
    if any(a.name == "correction" for a in wish.op.attributes):
        attributes["correction"] = draws.choice((0, 1, 1, 2, -3))
    return of_reduction(wish.op.shape_rule, draw_shape(draws, wish.size, rank), attributes)


def _sorted(draws: Draws, wish: Wish) -> Scene:
    shape = draw_shape(draws, wish.size, wish.rank)
    return Scene((shape, shape), {"axis": draw_axis(draws, wish.rank)})


def _layer(draws: Draws, wish: Wish) -> Scene:
    features, channels = draws.between(1, 9), draws.between(1, 9)
    if wish.alike:
        features = channels = 5
    rank = min(max(wish.rank - 1, 1), 4)
    width = max(features, channels)
    places = draw_shape(draws, max(1, wish.size // width + 1), rank)
    sizes = {"S": places, "P": places, "N": channels, "K": features, "C": channels}
    return of_sizes(wish.op.shape_rule, sizes)


DRAWS: dict[ShapeRule, DrawScene] = {
    **dict.fromkeys(reduction_gradients.SHAPE_RULES, _reduction),
    **dict.fromkeys((*linear_gradients.SHAPE_RULES, aligned.linear_gradient), _layer),
    ordering.sort_gradient: _sorted,
}
