"""Random scenes of embedding bags with ignored entries, and of slopes of channels."""

from __future__ import annotations

from typing import Any

from samebits.conformance.questions.drawn_scene import Wish, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.norms import scene
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import bags, channel_slopes
from samebits.spec.language.shapes import ShapeRule


def _bags(draws: Draws, wish: Wish) -> Scene:
    """Return a scene whose `padding_index` is a row of the table, so that random indices hit it."""
    rows, width, length = draws.between(2, 90), draws.between(1, 20), draws.between(1, 40)
    bag_count = max(1, wish.size // max(width, length))
    rule = wish.op.shape_rule
    gradient = rule is bags.embedding_bag_gradient
    whole = wish.operands == len(wish.op.operands)
    given = {
        "mode": "sum" if whole else draws.choice(bags.MODES),
        "padding_index": draws.below(rows),
    }
    sizes = {"V": rows, "D": width, "B": bag_count, "L": length}
    return Scene(scene(rule, sizes, given).shapes, given, {2 if gradient else 1: rows})


def _channels(draws: Draws, wish: Wish) -> Scene:
    rank = max(2, wish.rank)
    shape = draw_shape(draws, wish.size, rank)
    sizes: dict[str, Any] = {"N": shape[0], "C": shape[1], "S": shape[2:]}
    return scene(wish.op.shape_rule, sizes, {})


DRAWS: dict[ShapeRule, Any] = {
    **dict.fromkeys((bags.embedding_bag, bags.embedding_bag_gradient), _bags),
    **dict.fromkeys(channel_slopes.SHAPE_RULES, _channels),
}
