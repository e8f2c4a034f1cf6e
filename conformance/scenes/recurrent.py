"""Scenes of recurrent cells and layers, and their gradients: few steps, odd sizes."""

from __future__ import annotations

from typing import Any

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import recurrent_layers as recurrent
from samebits.spec.language.geometry import sized
from samebits.spec.language.shapes import ShapeRule


def scene(rule: ShapeRule, sizes: dict[str, Any]) -> Scene:
    """Return a scene whose shapes are from `sizes`, by the names in the patterns of the rule."""
    return Scene(tuple(sized(pattern, rule, {}, sizes) for pattern in rule.operands))


SCENES: Scenes = {
    rule: (scene(rule, {"T": 3, "N": 5, "I": 7, "H": 3}),)
    for rule in (*recurrent.CELLS, *recurrent.LAYERS)
}
