"""Boundaries and values in sizes that nothing divides."""

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
