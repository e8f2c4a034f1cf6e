"""Scenes of tensors that attributes fill: several hundred elements, most of them rounded."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import filled

SCENES: Scenes = {
    filled.filled: (Scene((), {"shape": (5, 17, 11), "fill_value": 0.1}),),
    filled.diagonal: (Scene((), {"n": 37, "m": 29}), Scene((), {"n": 13, "m": 61})),
    filled.stepped: (Scene((), {"start": -3.0, "end": 100.0, "step": 0.1}),),
    filled.spaced: (Scene((), {"start": 0.7, "end": -9.0, "steps": 1031}),),
}
