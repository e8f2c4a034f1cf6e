"""Random scenes of moves by an index, and of scatters.

Indices repeat and leave gaps.
"""

from __future__ import annotations

import math

from samebits.conformance.questions.drawn_scene import Wish, draw_axis, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import indexing
from samebits.spec.language.shapes import Shape


def _with(shape: Shape, axis: int, size: int) -> Shape:
    at = axis % len(shape)
    return (*shape[:at], size, *shape[at + 1 :])


def _gather(draws: Draws, wish: Wish) -> Scene:
    index = draw_shape(draws, wish.size, wish.rank)
    axis = draw_axis(draws, wish.rank)
    if wish.alike:
        return Scene((index, index), {"axis": axis}, {1: index[axis]})
    length = draws.between(1, 2 * index[axis])
    x = tuple(n + draws.below(2) for n in index)
    return Scene((_with(x, axis, length), index), {"axis": axis}, {1: length})


def _index_select(draws: Draws, wish: Wish) -> Scene:
    result = draw_shape(draws, wish.size, 1 if wish.alike else wish.rank)
    axis = draw_axis(draws, len(result))
    length = result[axis] if wish.alike else draws.between(1, 2 * result[axis])
    return Scene((_with(result, axis, length), (result[axis],)), {"axis": axis}, {1: length})


def _embedding(draws: Draws, wish: Wish) -> Scene:
    width, rows = draws.between(1, 70), draws.between(1, 300)
    if wish.alike:
        return Scene(((rows, width),) * 2, {}, {1: rows})
    index = draw_shape(draws, math.ceil(wish.size / width), max(1, wish.rank - 1))
    return Scene(((rows, width), index), {}, {1: rows})


def _one_hot(draws: Draws, wish: Wish) -> Scene:
    classes = draws.between(1, 40)
    index = draw_shape(draws, math.ceil(wish.size / classes), max(1, wish.rank - 1))
    return Scene((index,), {"classes": classes}, {0: classes})


def _scatter_add(draws: Draws, wish: Wish) -> Scene:
    updates = draw_shape(draws, wish.size, wish.rank)
    axis = draw_axis(draws, wish.rank)
    if wish.alike:
        return Scene((updates,) * 3, {"axis": axis}, {1: updates[axis]})
    length = draws.between(1, max(2, updates[axis] // draws.between(1, 9)))
    prior = _with(tuple(n + draws.below(2) for n in updates), axis, length)
    return Scene((prior, updates, updates), {"axis": axis}, {1: length})


def _index_add(draws: Draws, wish: Wish) -> Scene:
    updates = draw_shape(draws, wish.size, 1 if wish.alike else wish.rank)
    axis = draw_axis(draws, len(updates))
    length = draws.between(1, max(2, updates[axis] // draws.between(1, 9)))
    if wish.alike:
        length = updates[axis]
    prior = _with(updates, axis, length)
    return Scene((prior, (updates[axis],), updates), {"axis": axis}, {1: length})


def _embedding_gradient(draws: Draws, wish: Wish) -> Scene:
    width, rows = draws.between(1, 70), draws.between(1, 300)
    index = draw_shape(draws, math.ceil(wish.size / width), max(1, wish.rank - 1))
    padding_index = draws.below(rows) if draws.chance(2) else None
    attributes = {"rows": rows, "padding_index": padding_index}
    return Scene(((*index, width), index), attributes, {1: rows})


def _gather_gradient(draws: Draws, wish: Wish) -> Scene:
    index = draw_shape(draws, wish.size, wish.rank)
    axis = draw_axis(draws, wish.rank)
    size = draws.between(1, max(2, 2 * index[axis] // draws.between(1, 9)))
    shape = tuple(
        size if d == axis % len(index) else n + draws.choice((0, 0, 1, 3))
        for d, n in enumerate(index)
    )
    return Scene((index, index), {"axis": axis, "shape": shape}, {1: size})


DRAWS = {
    indexing.gather: _gather,
    indexing.index_select: _index_select,
    indexing.embedding: _embedding,
    indexing.one_hot: _one_hot,
    indexing.scatter_add: _scatter_add,
    indexing.index_add: _index_add,
    indexing.embedding_gradient: _embedding_gradient,
    indexing.gather_gradient: _gather_gradient,
}
