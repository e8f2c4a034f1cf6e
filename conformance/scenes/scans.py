"""Scenes of scans: a long row, and outer and inner axes of odd sizes."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families.scans import scan

SCENES: Scenes = {
    scan: (
        Scene(((1031,),), {"axis": 0}),
        Scene(((37, 61),), {"axis": 0}),
        Scene(((5, 17, 11),), {"axis": 1}),
        Scene(((3, 263),), {"axis": -1}),
    ),
}

LARGE: Scenes = {
    scan: (
        Scene(((150_001,),), {"axis": 0}),
        Scene(((3, 50_021),), {"axis": -1}),
        Scene(((9_001, 17),), {"axis": 0}),
    ),
}
