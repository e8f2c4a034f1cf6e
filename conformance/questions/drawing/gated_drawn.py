"""Random scenes of gated linear units, split along any axis of even size."""

from __future__ import annotations

from samebits.conformance.questions.drawn_scene import Wish, draw_axis, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import gated


def _unit(draws: Draws, wish: Wish) -> Scene:
    half = draw_shape(draws, -(-wish.size // 2), wish.rank)
    axis = draw_axis(draws, wish.rank)
    at = axis % wish.rank
    x = (*half[:at], 2 * half[at], *half[at + 1 :])
    return Scene((x, half)[: wish.operands], {"axis": axis})


DRAWS = {gated.glu: _unit, gated.glu_gradient: _unit}
