"""Scenes of exact sums over some axes, and of exact dot products."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families.exact_sums import exact_dot, exact_sum

SCENES: Scenes = {
    exact_sum: (
        Scene(((4099,),), {"axes": None}),
        Scene(((37, 61),), {"axes": (0,)}),
        Scene(((37, 61),), {"axes": (1,), "keepdims": True}),
        Scene(((5, 17, 11, 3),), {"axes": (1, 3)}),
    ),
    exact_dot: (Scene(((1031,), (1031,))),),
}

LARGE: Scenes = {
    exact_sum: (
        Scene(((300_007,),), {"axes": None}),
        Scene(((3, 100_003),), {"axes": (1,)}),
        Scene(((9_001, 17),), {"axes": (0,)}),
    ),
    exact_dot: (Scene(((100_003,), (100_003,))),),
}
