"""Scenes of gated linear units in sizes with few divisors."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import gated

_X, _HALF = (5, 14, 11), (5, 7, 11)

SCENES: Scenes = {
    gated.glu: (Scene((_X,), {"axis": 1}),),
    gated.glu_gradient: (Scene((_X, _HALF), {"axis": 1}),),
}

LARGE: Scenes = {
    gated.glu: (Scene(((37, 2_062),), {"axis": -1}),),
    gated.glu_gradient: (Scene(((37, 2_062), (37, 1_031)), {"axis": -1}),),
}
