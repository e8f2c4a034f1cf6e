"""Scenes of grid sampling, in sizes with few divisors."""

from __future__ import annotations

from samebits.conformance.scenes.norms import scene
from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import sampling
from samebits.spec.language.shapes import ShapeRule

_SIZES = {"N": 2, "C": 3, "H": 5, "W": 7, "P": 9, "Q": 4}
_WAYS = (
    {"mode": "bilinear", "padding_mode": "zeros", "align_corners": False},
    {"mode": "bilinear", "padding_mode": "reflection", "align_corners": True},
    {"mode": "nearest", "padding_mode": "border", "align_corners": False},
)


def _scenes(rule: ShapeRule) -> tuple[Scene, ...]:
    shapes = scene(rule, _SIZES, {}).shapes
    return tuple(Scene(shapes, way, whole=True) for way in _WAYS)


SCENES: Scenes = {rule: _scenes(rule) for rule in sampling.SHAPE_RULES}
