"""Random scenes of matrices to factor, with few columns: columns are processed in sequence."""

from __future__ import annotations

from samebits.conformance.questions.drawn_scene import Wish
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import factors


def _draw(draws: Draws, wish: Wish) -> Scene:
    rows, columns = draws.between(1, 6), draws.between(1, 6)
    shape: tuple[int, ...] = (max(1, wish.size // columns), columns)  # long columns
    if not draws.below(2):  # or many matrices
        shape = (max(1, wish.size // (rows * columns)), rows, columns)
    return Scene((shape,), {"complete": len(shape) == 3 and draws.choice((False, True))})


DRAWS = {factors.factored: _draw}
