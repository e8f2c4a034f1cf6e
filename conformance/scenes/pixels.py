"""Scenes of pixel shuffling in both directions."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import pixels

SCENES: Scenes = {
    pixels.pixel_shuffle: (Scene(((3, 18, 7, 11),), {"upscale_factor": 3}),),
    pixels.pixel_unshuffle: (Scene(((3, 5, 9, 12),), {"downscale_factor": 3}),),
}
"""One scene for each rule."""
