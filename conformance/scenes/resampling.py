"""Scenes of resampling and its gradients, to larger images and to smaller images."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families.resampling import BACKWARD, FORWARD
from samebits.spec.language.shapes import Shape

SIZES: dict[int, tuple[Shape, Shape]] = {1: ((13,), (31,)), 2: ((5, 7), (9, 4))}
"""Pairs of an input size and an output size, by the number of spatial axes."""

SCENES: Scenes = {
    rule: (Scene(((2, 3, *SIZES[rank][number]),), {name: SIZES[rank][1 - number]}),)
    for number, (rules, name) in enumerate(((FORWARD, "output_size"), (BACKWARD, "input_size")))
    for rank, rule in rules.items()
}
