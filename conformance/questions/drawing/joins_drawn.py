"""Random scenes of concatenations, and of triangles of matrices."""

from __future__ import annotations

from samebits.conformance.questions.drawn_scene import Wish, draw_axis, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import joins, triangles


def _cat(draws: Draws, wish: Wish) -> Scene:
    first = draw_shape(draws, wish.size, wish.rank)
    axis = draw_axis(draws, wish.rank)
    at, shapes = axis % wish.rank, [first]
    for _ in range(wish.operands - 1):
        size = first[at] if wish.alike else draws.below(2 * min(first[at], 60))
        shapes.append((*first[:at], size, *first[at + 1 :]))
    return Scene(tuple(shapes), {"axis": axis})


def _triangle(draws: Draws, wish: Wish) -> Scene:
    shape = draw_shape(draws, wish.size, max(wish.rank, 2))
    return Scene((shape,), {"diagonal": draws.between(-shape[-2] - 1, shape[-1] + 1)})


DRAWS = {joins.cat: _cat, triangles.triangle: _triangle}
