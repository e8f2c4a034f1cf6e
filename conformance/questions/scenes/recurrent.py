"""Recurrent cells and layers, and their gradients: a few steps of many samples."""

from __future__ import annotations

from samebits.conformance.laws.scene import Scene
from samebits.conformance.laws.scenes.recurrent import scene
from samebits.conformance.questions.draws import Draws
from samebits.conformance.questions.scene import Wish
from samebits.spec import recurrent


def _drawn(draws: Draws, wish: Wish) -> Scene:
    steps = draws.between(1, 4) if wish.op.shape_rule in recurrent.LAYERS else 1
    features, hidden = draws.between(1, 9), draws.between(1, 5)
    samples = max(1, wish.size // (steps * 4 * hidden * max(features, hidden)))
    if wish.large:
        samples = -(-wish.size // (steps * max(features, hidden)))
    return scene(wish.op.shape_rule, {"T": steps, "N": samples, "I": features, "H": hidden})


DRAWS = dict.fromkeys((*recurrent.CELLS, *recurrent.LAYERS), _drawn)
