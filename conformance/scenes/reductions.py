"""Scenes of reductions over axes, and of graphs along one axis."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import reductions
from samebits.spec.language import shapes as rules

_REDUCTIONS = (
    Scene(((1031,),), {"axes": None}),
    Scene(((37, 61),), {"axes": (0,)}),
    Scene(((37, 61),), {"axes": (1,), "keepdims": True}),
    Scene(((5, 17, 11, 3),), {"axes": (1, 3)}),
)

SCENES: Scenes = {
    rules.reduction: _REDUCTIONS,
    rules.nonempty_reduction: _REDUCTIONS,
    reductions.variance: (
        *_REDUCTIONS[:3],
        Scene(((5, 17, 11, 3),), {"axes": (1, 3), "correction": 0}),
    ),
    reductions.norm: (
        *_REDUCTIONS[:3],
        Scene(((5, 17, 11, 3),), {"axes": (1, 3), "ord": 1}),
        Scene(((37, 61),), {"axes": (1,), "ord": "inf"}),
    ),
    rules.same_as_input: (
        Scene(((13, 77),), {"axis": -1}),
        Scene(((13, 7, 5),), {"axis": 1}),
    ),
}
