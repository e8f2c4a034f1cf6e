"""Scenes of gradients of reductions, sorts, linear layers and biases."""

from __future__ import annotations

from typing import Any

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import aligned, linear_gradients, ordering, reduction_gradients
from samebits.spec.language.geometry import sized
from samebits.spec.language.shapes import Shape, ShapeRule, reduction


def of_reduction(rule: ShapeRule, full: Shape, attributes: dict[str, Any]) -> Scene:
    """Return the scene of the gradient of a reduction whose operand has shape `full`."""
    known = {"axes": None, "keepdims": False, **attributes}
    (result,) = reduction("a scene", known, [full])
    if rule is reduction_gradients.of_shape:
        return Scene((result,), {**known, "shape": full})
    return Scene((result, full, result)[: len(rule.operands)], known)


def of_sizes(rule: ShapeRule, sizes: dict[str, Any]) -> Scene:
    """Return a scene whose shapes are from `sizes`, by the names in the patterns of the rule."""
    return Scene(tuple(sized(pattern, rule, {}, sizes) for pattern in rule.operands))


_REDUCTIONS: tuple[tuple[Shape, dict[str, Any]], ...] = (
    ((331,), {}),
    ((37, 61), {"axes": (0,)}),
    ((5, 17, 11, 3), {"axes": (1, -1), "keepdims": True}),
)

SCENES: Scenes = {
    **{
        rule: tuple(of_reduction(rule, full, given) for full, given in _REDUCTIONS)
        for rule in reduction_gradients.SHAPE_RULES
    },
    **{
        rule: (of_sizes(rule, {"S": (5, 7), "P": (5, 7), "N": 3, "K": 4, "C": 6}),)
        for rule in (*linear_gradients.SHAPE_RULES, aligned.linear_gradient)
    },
    ordering.sort_gradient: (Scene(((13, 7, 5),) * 2, {"axis": 1, "descending": True}),),
}
