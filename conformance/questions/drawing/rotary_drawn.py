"""Random scenes of rotary embedding and its gradient."""

from __future__ import annotations

from samebits.conformance.questions.drawn_scene import Wish, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.rotary import scene
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families.rotary import rotary_embedding


def _drawn(draws: Draws, wish: Wish) -> Scene:
    pairs, places = draws.between(1, 17), draws.between(1, 9)
    leading = draw_shape(
        draws, max(1, -(-wish.size // (2 * pairs * places))), max(wish.rank - 2, 1)
    )
    return scene(leading, places, pairs, {})


DRAWS = {rotary_embedding: _drawn}
