"""Random scenes of reductions over some axes, and of scans, sorts and graphs along one axis."""

from __future__ import annotations

from typing import Any

from samebits.conformance.questions.drawn_scene import Wish, draw_axis, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import exact_sums, ordering, reductions, scans
from samebits.spec.language import shapes as rules


def _reduction(draws: Draws, wish: Wish) -> Scene:
    rank = wish.rank
    attributes: dict[str, Any] = {"axes": None}
    if draws.below(4):
        axes = draws.sample(range(rank), draws.between(1, rank))
        attributes["axes"] = tuple(a - rank if draws.chance(3) else a for a in axes)
    return Scene((draw_shape(draws, wish.size, rank),), attributes)


def _variance(draws: Draws, wish: Wish) -> Scene:
    scene = _reduction(draws, wish)
    return Scene(scene.shapes, {**scene.attributes, "correction": draws.choice((0, 1, 1, 2, -3))})


def _along(draws: Draws, wish: Wish) -> Scene:
    return Scene((draw_shape(draws, wish.size, wish.rank),), {"axis": draw_axis(draws, wish.rank)})


def _topk(draws: Draws, wish: Wish) -> Scene:
    scene = _along(draws, wish)
    length = scene.shapes[0][scene.attributes["axis"]]
    most = length if draws.chance(2) else min(length, 9)
    return Scene(scene.shapes, {**scene.attributes, "k": draws.between(1, most)})


DRAWS = {
    rules.reduction: _reduction,
    rules.nonempty_reduction: _reduction,
    reductions.norm: _reduction,
    reductions.variance: _variance,
    exact_sums.exact_sum: _reduction,
    rules.same_as_input: _along,
    scans.scan: _along,
    ordering.sort: _along,
    ordering.topk: _topk,
}
