"""Random scenes of elementwise ops: one shape for all operands; graphs also get host scalars."""

from __future__ import annotations

from samebits.conformance.questions.drawn_scene import Wish, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.language.shapes import elementwise


def _elements(draws: Draws, wish: Wish) -> Scene:
    shapes = (draw_shape(draws, wish.size, wish.rank),) * wish.operands
    scalars = [a.name for a in wish.op.attributes if a.kind == "real"]
    drawn = {name: draw_scalar(draws) for name in scalars} if draws.below(5) else {}
    allowed = all(constraint.holds(drawn) for constraint in wish.op.constraints if drawn)
    return Scene(shapes, drawn if allowed else {})


def draw_scalar(draws: Draws) -> float:
    """Return a host scalar of usual size, sometimes a multiple of 1/4."""
    sign = -1.0 if draws.chance(3) else 1.0
    if draws.chance(4):
        return sign * draws.between(0, 8) / 4
    return sign * draws.between(1, 4000) / draws.between(250, 977)


DRAWS = {elementwise: _elements}
