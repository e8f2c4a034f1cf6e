"""Random scenes of grid sampling, with small images, so that many grid points are at an edge."""

from __future__ import annotations

import math

from samebits.conformance.questions.drawn_scene import Wish
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.norms import scene
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import sampling


def _draw(draws: Draws, wish: Wish) -> Scene:
    given = {
        "mode": draws.choice(sampling.MODES),
        "padding_mode": draws.choice(sampling.PADDINGS),
        "align_corners": draws.choice((False, True)),
    }
    sizes = {name: draws.between(1, 6) for name in ("N", "C", "H", "W", "Q")}
    sizes["P"] = math.ceil(wish.size / (sizes["N"] * sizes["C"] * sizes["Q"]))
    return Scene(scene(wish.op.shape_rule, sizes, {}).shapes, given)


DRAWS = dict.fromkeys(sampling.SHAPE_RULES, _draw)
