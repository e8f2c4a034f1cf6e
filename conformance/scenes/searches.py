"""Scenes of searches: boundaries and values in sizes with few divisors."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import searches

SCENES: Scenes = {
    searches.searchsorted: (
        Scene(((3, 13), (3, 11)), {"right": False}),
        Scene(((37,), (23,)), {"right": True}),
    )
}

LARGE: Scenes = {searches.searchsorted: (Scene(((1_031,), (67,)), {"right": True}),)}
