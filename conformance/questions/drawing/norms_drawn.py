"""Random scenes of norms and their gradients.

A norm is over the axes from any axis on, or over groups of channels.
"""

from __future__ import annotations

from typing import Any

from samebits.conformance.questions.drawn_scene import Wish, draw_axis, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.norms import scene
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import batch_norms, channel_norms, layer_norms
from samebits.spec.language.shapes import ShapeRule


def _last_axes(draws: Draws, wish: Wish) -> Scene:
    rank = max(1, wish.rank)
    shape, axis = draw_shape(draws, wish.size, rank), draw_axis(draws, rank)
    sizes: dict[str, Any] = {"S": shape[: axis % rank], "D": shape[axis % rank :]}
    return scene(wish.op.shape_rule, sizes, {"axis": axis})


def _channels(draws: Draws, wish: Wish) -> Scene:
    """Return a scene of samples, grouped channels and positions, with at least two samples."""
    groups, per_group = draws.between(1, 4), draws.between(1, 3)
    rank = max(1, min(wish.rank, 5) - 2)
    samples = draws.between(2, 5)
    places = draw_shape(draws, max(2, wish.size // (groups * per_group * samples) + 1), rank)
    sizes = {"N": samples, "C": groups * per_group, "S": places}
    return scene(wish.op.shape_rule, sizes, {"num_groups": groups})


DRAWS: dict[ShapeRule, Any] = {
    **dict.fromkeys(layer_norms.SHAPE_RULES, _last_axes),
    **dict.fromkeys((*channel_norms.SHAPE_RULES, *batch_norms.SHAPE_RULES), _channels),
}
