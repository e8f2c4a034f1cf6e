"""Scenes of steps of profile train, with and without the optional operands."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.catalog import all_ops, landmarks_of
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Attributes
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.shapes import Shape


def _scene(op: Op, operands: int, shape: Shape, attributes: Attributes) -> Scene:
    patterns = op.shape_rule.operands[:operands]
    shapes = tuple(() if pattern == "[]" else shape for pattern in patterns)
    return Scene(shapes, dict(attributes), whole=True)


def _scenes(op: Op, landmarks: StepLandmarks) -> tuple[Scene, ...]:
    every = len(op.operands)
    found = [_scene(op, every, (7, 11), landmarks.sets[0])]
    if op.optional_from is not None:
        alone = (landmarks.alone or landmarks.sets)[0]
        return (*found, _scene(op, op.optional_from, (103,), alone))
    return (*found, _scene(op, every, (103,), landmarks.sets[-1]))


_STEPS = [
    (op, landmarks)
    for op in all_ops().values()
    if isinstance(landmarks := landmarks_of(op.name), StepLandmarks)
]

SCENES: Scenes = {op.shape_rule: _scenes(op, landmarks) for op, landmarks in _STEPS}

LARGE: Scenes = {
    op.shape_rule: (_scene(op, len(op.operands), (70_001,), landmarks.sets[0]),)
    for op, landmarks in _STEPS
}
