"""Random scenes of steps of profile train: one shape of any rank, attributes near landmarks."""

from __future__ import annotations

from typing import Any

from samebits.conformance.questions.drawn_scene import Wish, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.catalog import all_ops, landmarks_of
from samebits.spec.language.landmarks import StepLandmarks

_PARTS = 997

_LONG = 1 << 20
"""The largest step number, as in a long training run."""


def _step(draws: Draws, wish: Wish) -> Scene:
    op, landmarks = wish.op, landmarks_of(wish.op.name)
    assert isinstance(landmarks, StepLandmarks)
    few = wish.operands < len(op.operands) and landmarks.alone
    attributes: dict[str, Any] = {a.name: a.default for a in op.attributes}
    attributes.update(draws.choice(few or landmarks.sets))
    for attribute in op.attributes:
        if attribute.type == "real" and draws.chance(
            2
        ):  # slightly smaller, so that it stays in its range
            attributes[attribute.name] *= 1.0 - draws.between(1, 60) / _PARTS
    if "step" in attributes:
        attributes["step"] += draws.below(draws.choice((8, 500, _LONG)))
    patterns = op.shape_rule.operands[: wish.operands]
    shape = draw_shape(draws, wish.size, wish.rank)
    if wish.alike and len(patterns) > 1 and sum(pattern != "[]" for pattern in patterns) == 1:
        shape = ()  # every other operand has only one element
    return Scene(tuple(() if pattern == "[]" else shape for pattern in patterns), attributes)


DRAWS = {
    op.shape_rule: _step
    for op in all_ops().values()
    if isinstance(landmarks_of(op.name), StepLandmarks)
}
