"""Scenes of matrices to factor, with more rows than columns and with more columns than rows."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import factors

SCENES: Scenes = {
    factors.factored: (
        Scene(((3, 7, 4),), {"complete": False}, whole=True),
        Scene(((2, 5, 3),), {"complete": True}, whole=True),
        Scene(((2, 2, 3, 5),), {"complete": False}, whole=True),
    )
}
