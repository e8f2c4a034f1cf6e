"""Scenes of updates that replace elements, in sizes with few divisors."""

from __future__ import annotations

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import replacing

_ALONG = ({"axis": 0}, {1: 37}), ({"axis": 1}, {1: 9})
_LINE, _VOLUME = ((37,), (131,), (131,)), ((5, 9, 7), (5, 41, 7), (5, 41, 7))
_ROWS = ((11, 13), (7, 23), (7, 23, 13))

SCENES: Scenes = {
    replacing.scatter: (Scene(_LINE, *_ALONG[0]), Scene(_VOLUME, *_ALONG[1])),
    replacing.scatter_gradient: (Scene(_LINE[:2], *_ALONG[0]), Scene(_VOLUME[:2], *_ALONG[1])),
    replacing.index_put: (
        Scene(_ROWS, {"accumulate": False}, {1: 11}),
        Scene(_ROWS, {"accumulate": True}, {1: 11}),
    ),
    replacing.index_put_gradient: (
        Scene(_ROWS[:2], {"accumulate": False}, {1: 11}),
        Scene(_ROWS[:2], {"accumulate": True}, {1: 11}),
    ),
}

_MANY = ((4_009,), (70_001,), (70_001,))
_WIDE = ((211, 37), (2_003,), (2_003, 37))

LARGE: Scenes = {
    replacing.scatter: (Scene(_MANY, {"axis": 0}, {1: 4_009}),),
    replacing.scatter_gradient: (Scene(_MANY[:2], {"axis": 0}, {1: 4_009}),),
    replacing.index_put: (Scene(_WIDE, {"accumulate": False}, {1: 211}),),
    replacing.index_put_gradient: (Scene(_WIDE[:2], {"accumulate": False}, {1: 211}),),
}
