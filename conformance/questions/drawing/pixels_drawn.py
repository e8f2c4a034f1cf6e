"""Random scenes of pixel shuffling in both directions, with factors up to 4."""

from __future__ import annotations

import math
from typing import Any

from samebits.conformance.questions.drawn_scene import Wish
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import pixels
from samebits.spec.language.shapes import ShapeRule


def _draw(draws: Draws, wish: Wish) -> Scene:
    factor, n, c = draws.between(1, 4), draws.between(1, 3), draws.between(1, 3)
    side = math.ceil(math.sqrt(wish.size / (n * c)) / factor)
    h, w = side + draws.below(2), side + draws.below(2)
    if wish.op.shape_rule is pixels.pixel_shuffle:
        return Scene(((n, c * factor * factor, h, w),), {"upscale_factor": factor})
    return Scene(((n, c, h * factor, w * factor),), {"downscale_factor": factor})


DRAWS: dict[ShapeRule, Any] = dict.fromkeys(pixels.SHAPE_RULES, _draw)
