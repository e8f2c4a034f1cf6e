"""Scenes of pools and their gradients: windows that overlap, leave gaps, or reach the padding."""

from __future__ import annotations

from math import prod
from typing import Any

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.catalog import all_ops
from samebits.spec.families import pools
from samebits.spec.language.shapes import ShapeRule

Sizes = tuple[int, ...]


def scene(rule: ShapeRule, n: int, c: int, sizes: Sizes, attributes: dict[str, Any]) -> Scene:
    """Return the scene of a pool for these sizes, or of the gradient of this pool."""
    image = (n, c, *sizes)
    if not rule.name.endswith("_gradient"):
        return Scene((image,), attributes)
    given = {k: v for k, v in attributes.items() if k not in ("ceil_mode", "output_size")}
    forward = _FORWARD[rule]
    places = (n, c, *forward("scene", attributes, [image])[0][2:])
    if rule in pools.MAX_GRADIENT:
        return Scene((places,) * 2, {"input_size": sizes}, {1: prod(sizes)})
    return Scene((places,), {**given, "input_size": sizes})


_FORWARD = {
    gradient: forward
    for gradients, forwards in (
        (pools.MAX_GRADIENT, pools.MAX),
        (pools.AVERAGE_GRADIENT, pools.AVERAGE),
        (pools.ADAPTIVE_AVERAGE_GRADIENT, pools.ADAPTIVE_AVERAGE),
    )
    for gradient, forward in zip(gradients, forwards, strict=True)
}
"""The shape rule of the pool of each gradient rule."""


def rank_of(rule: ShapeRule) -> int:
    """Return the number of spatial axes."""
    return len(rule.example[0]) - 2


def kept(rule: ShapeRule, attributes: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes that the pool of a rule accepts."""
    forward = _FORWARD.get(rule, rule)
    op = next(op for op in all_ops().values() if op.shape_rule is forward)
    return {a.name: attributes[a.name] for a in op.attributes if a.name in attributes}


def _scenes(rule: ShapeRule) -> tuple[Scene, ...]:
    rank = rank_of(rule)
    attributes: dict[str, Any] = {
        "kernel_size": (3, 5)[:rank],
        "stride": (2, 1)[:rank],
        "padding": (1, 2)[:rank],
        "dilation": (1, 2)[:rank],
        "ceil_mode": True,
        "count_include_pad": False,
        "output_size": (4, 5)[:rank],
    }
    sizes = ((23,), (9, 11))[rank - 1]
    return (scene(rule, 3, 5, sizes, kept(rule, attributes)),)


SCENES: Scenes = {rule: _scenes(rule) for rule in pools.SHAPE_RULES}
"""One scene for each rule, because a graph needs about ten calls."""
