"""Norms and their gradients: slices and samples of odd sizes."""

from __future__ import annotations

from typing import Any

from samebits.conformance.laws.scene import Scene, Scenes
from samebits.spec import layer_norms
from samebits.spec.geometry import sized
from samebits.spec.shapes import ShapeRule


def scene(rule: ShapeRule, sizes: dict[str, Any], attributes: dict[str, Any]) -> Scene:
    """Shapes of all operands, made of sizes by their names in the patterns of the rule."""
    shapes = tuple(sized(pattern, rule, attributes, sizes) for pattern in rule.operands)
    return Scene(shapes, attributes, whole=True)


SCENES: Scenes = {
    rule: (scene(rule, {"S": (5, 3), "D": (7, 11)}, {"axis": 2}),)
    for rule in layer_norms.SHAPE_RULES
}
"""One for each, with all operands: a graph takes some thirty calls of a backend each time."""
