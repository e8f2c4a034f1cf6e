"""Scenes of concatenations, and of triangles of matrices, in sizes with few divisors."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import joins, triangles

SCENES: Scenes = {
    joins.cat: (Scene(((5, 13, 7), (5, 2, 7), (5, 11, 7), (5, 1, 7)), {"axis": 1}),),
    triangles.triangle: (
        Scene(((3, 13, 11),), {"diagonal": -2}),
        Scene(((7, 23),), {"diagonal": 3}),
    ),
}

LARGE: Scenes = {
    joins.cat: (Scene(((37, 1_031), (37, 11), (37, 2), (37, 500)), {"axis": 1}),),
    triangles.triangle: (Scene(((3, 151, 157),), {"diagonal": 4}),),
}
