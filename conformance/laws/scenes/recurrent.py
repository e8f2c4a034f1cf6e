"""Recurrent cells and layers, and their gradients: few steps, odd sizes."""

from __future__ import annotations

from typing import Any

from samebits.conformance.laws.scene import Scene, Scenes
from samebits.spec import recurrent
from samebits.spec.geometry import sized
from samebits.spec.shapes import ShapeRule


def scene(rule: ShapeRule, sizes: dict[str, Any]) -> Scene:
    """Shapes of all operands, made of sizes by their names in the patterns of the rule."""
    return Scene(tuple(sized(pattern, rule, {}, sizes) for pattern in rule.operands))


SCENES: Scenes = {
    rule: (scene(rule, {"T": 3, "N": 5, "I": 7, "H": 3}),)
    for rule in (*recurrent.CELLS, *recurrent.LAYERS)
}
