"""Scenes of embedding bags, and of slopes of channels, in sizes with few divisors."""

from __future__ import annotations

from samebits.conformance.scenes.norms import scene
from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import bags, channel_slopes

_TABLE, _BAGS, _RESULT = (13, 7), (9, 31), (9, 7)
_LIMIT = 13


def _scenes(*before: tuple[int, ...]) -> tuple[Scene, ...]:
    """Return one scene of mode sum, with weights, and scenes of the other modes, without."""
    shapes, at = (*before, _TABLE, _BAGS), len(before) + 1
    return (
        Scene((*shapes, _BAGS), {"mode": "sum"}, {at: _LIMIT}, whole=True),
        Scene(shapes, {"mode": "mean"}, {at: _LIMIT}, whole=True),
        Scene(shapes, {"mode": "max"}, {at: _LIMIT}, whole=True),
    )


SCENES: Scenes = {
    bags.embedding_bag: _scenes(),
    bags.embedding_bag_gradient: _scenes(_RESULT),
    **{
        rule: (scene(rule, {"N": 5, "C": 3, "S": (7, 11)}, {}),)
        for rule in channel_slopes.SHAPE_RULES
    },
}

LARGE: Scenes = {
    bags.embedding_bag: (Scene(((211, 65), (101, 17)), {"mode": "sum"}, {1: 211}, whole=True),),
    **{
        rule: (scene(rule, {"N": 7, "C": 5, "S": (37, 53)}, {}),)
        for rule in channel_slopes.SHAPE_RULES
    },
}
