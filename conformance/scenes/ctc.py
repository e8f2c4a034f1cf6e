"""Scenes of CTC loss: few steps, and odd numbers of classes and labels."""

from __future__ import annotations

from samebits.conformance.scenes.norms import scene
from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import ctc
from samebits.spec.language.shapes import ShapeRule

_SIZES = {"T": 5, "N": 7, "C": 5, "S": 3}
_WAYS = ({"blank": 0, "zero_infinity": False}, {"blank": 3, "zero_infinity": True})


def _scenes(rule: ShapeRule) -> tuple[Scene, ...]:
    labels = len(rule.operands) - 2
    shapes = scene(rule, _SIZES, {}).shapes
    return tuple(Scene(shapes, way, {labels: _SIZES["C"]}, whole=True) for way in _WAYS)


SCENES: Scenes = {rule: _scenes(rule) for rule in ctc.SHAPE_RULES}
