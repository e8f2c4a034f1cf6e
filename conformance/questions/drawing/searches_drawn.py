"""Random scenes of searches: few boundaries for many values, the reverse, or equal shapes."""

from __future__ import annotations

import math

from samebits.conformance.questions.drawn_scene import Wish, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import searches


def _searchsorted(draws: Draws, wish: Wish) -> Scene:
    few = draws.between(1, 9)
    shape = draw_shape(draws, wish.size, wish.rank)
    if wish.alike:
        root = max(1, math.isqrt(wish.size))
        return Scene(((root,), (root,)))
    other = (*shape[:-1], few)
    return Scene((shape, other) if draws.chance(2) else (other, shape))


DRAWS = {searches.searchsorted: _searchsorted}
