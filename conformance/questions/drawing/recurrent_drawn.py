"""Random scenes of recurrent cells and layers, and their gradients: few steps, many samples."""

from __future__ import annotations

from samebits.conformance.questions.drawn_scene import Wish
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.recurrent import scene
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import recurrent_layers as recurrent


def _drawn(draws: Draws, wish: Wish) -> Scene:
    steps = draws.between(1, 4) if wish.op.shape_rule in recurrent.LAYERS else 1
    features, hidden = draws.between(1, 9), draws.between(1, 5)
    samples = max(1, wish.size // (steps * 4 * hidden * max(features, hidden)))
    if wish.large:
        samples = -(-wish.size // (steps * max(features, hidden)))
    return scene(wish.op.shape_rule, {"T": steps, "N": samples, "I": features, "H": hidden})


DRAWS = dict.fromkeys((*recurrent.CELLS, *recurrent.LAYERS), _drawn)
