"""Elementwise ops: one shape of any rank for all operands."""

from __future__ import annotations

from samebits.conformance.laws.scene import Scene
from samebits.conformance.questions.draws import Draws
from samebits.conformance.questions.scene import Wish, draw_shape
from samebits.spec.shapes import elementwise


def _elements(draws: Draws, wish: Wish) -> Scene:
    return Scene((draw_shape(draws, wish.size, wish.rank),) * wish.operands)


DRAWS = {elementwise: _elements}
