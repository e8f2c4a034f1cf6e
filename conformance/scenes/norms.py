"""Scenes of norms and their gradients: slices and samples of odd sizes."""

from __future__ import annotations

from typing import Any

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import batch_norms, channel_norms, layer_norms
from samebits.spec.language.geometry import sized
from samebits.spec.language.shapes import ShapeRule


def scene(rule: ShapeRule, sizes: dict[str, Any], attributes: dict[str, Any]) -> Scene:
    """Return a scene whose shapes are from `sizes`, by the names in the patterns of the rule."""
    shapes = tuple(sized(pattern, rule, attributes, sizes) for pattern in rule.operands)
    known = {name: value for name, value in attributes.items() if name in rule.attributes}
    return Scene(shapes, known, whole=True)


SCENES: Scenes = {
    **{
        rule: (scene(rule, {"S": (5, 3), "D": (7, 11)}, {"axis": 2}),)
        for rule in layer_norms.SHAPE_RULES
    },
    **{
        rule: (scene(rule, {"N": 5, "C": 6, "S": (7, 3)}, {"num_groups": 3}),)
        for rule in (*channel_norms.SHAPE_RULES, *batch_norms.SHAPE_RULES)
    },
}
"""One scene for each rule, with all operands, because a graph needs about thirty calls."""
