"""Norms and their gradients: axes divided anywhere."""

from __future__ import annotations

from typing import Any

from samebits.conformance.laws.scene import Scene
from samebits.conformance.laws.scenes.norms import scene
from samebits.conformance.questions.draws import Draws
from samebits.conformance.questions.scene import Wish, draw_axis, draw_shape
from samebits.spec import layer_norms
from samebits.spec.shapes import ShapeRule


def _last_axes(draws: Draws, wish: Wish) -> Scene:
    rank = max(1, wish.rank)
    shape, axis = draw_shape(draws, wish.size, rank), draw_axis(draws, rank)
    sizes: dict[str, Any] = {"S": shape[: axis % rank], "D": shape[axis % rank :]}
    return scene(wish.op.shape_rule, sizes, {"axis": axis})


DRAWS: dict[ShapeRule, Any] = {**dict.fromkeys(layer_norms.SHAPE_RULES, _last_axes)}
