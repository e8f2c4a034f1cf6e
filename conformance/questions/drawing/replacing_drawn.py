"""Random scenes of updates that replace elements.

The index repeats and leaves gaps.
"""

from __future__ import annotations

import math

from samebits.conformance.questions.drawn_scene import Wish, draw_axis, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import replacing


def _scatter(draws: Draws, wish: Wish) -> Scene:
    updates = draw_shape(draws, wish.size, max(1, wish.rank))
    axis = draw_axis(draws, len(updates))
    if wish.alike:
        return Scene((updates,) * 3, {"axis": axis}, {1: updates[axis]})
    length = draws.between(1, max(2, 2 * updates[axis] // draws.between(1, 9)))
    prior = tuple(
        length if d == axis % len(updates) else n + draws.below(2) for d, n in enumerate(updates)
    )
    return Scene((prior, updates, updates), {"axis": axis}, {1: length})


def _index_put(draws: Draws, wish: Wish) -> Scene:
    width, rows = draws.between(1, 40), draws.between(1, 90)
    index = draw_shape(draws, math.ceil(wish.size / width), max(1, wish.rank - 1))
    if wish.alike:  # with as many updates as rows, prior values and updates have the same shape
        index = (rows,)
    return Scene(((rows, width), index, (*index, width)), {}, {1: rows})


DRAWS = {
    replacing.scatter: _scatter,
    replacing.scatter_gradient: _scatter,
    replacing.index_put: _index_put,
    replacing.index_put_gradient: _index_put,
}
