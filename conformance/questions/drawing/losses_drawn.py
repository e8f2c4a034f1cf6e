"""Random scenes of losses, and of graphs along an axis, with their gradients."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from samebits.conformance.questions.drawn_scene import DrawScene, Wish, draw_axis, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import class_losses, losses, probability_losses
from samebits.spec.language import shapes as rules
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape, ShapeRule

REAL = (0.0, 0.25, 0.5, 1.0, 2.0, 5.0)
_POSITIVE = REAL[1:]


def _masked(draws: Draws, wish: Wish) -> Scene:
    shape = draw_shape(draws, wish.size, wish.rank)
    axes = draws.sample(range(wish.rank), draws.between(1, max(wish.rank, 1)))
    return Scene((shape, shape), {"axes": tuple(axes) if draws.below(4) else None})


def _along(draws: Draws, wish: Wish) -> Scene:
    shape = draw_shape(draws, wish.size, wish.rank)
    return Scene((shape, shape), {"axis": draw_axis(draws, wish.rank)})


def drawn_attributes(draws: Draws, wish: Wish) -> dict[str, Any]:
    """Return a random reduction and random parameters of the loss (beta, delta, label smoothing).

    Losses without a reduction are more frequent, because their results show every element.
    """
    known = {attribute.name: attribute for attribute in wish.op.attributes}
    found: dict[str, Any] = {"reduction": draws.choice(known["reduction"].choices)}
    if wish.large or wish.alike or draws.chance(3):
        found["reduction"] = "none"
    if "beta" in known:
        found["beta"] = draws.choice(REAL)
    if "delta" in known:
        found["delta"] = draws.choice(_POSITIVE)
    if "label_smoothing" in known:
        found["label_smoothing"] = draws.choice((0.0, 0.0, 0.1, 1.0))
    return found


def _pair(draws: Draws, wish: Wish) -> Scene:
    shape = draw_shape(draws, wish.size, wish.rank)
    return Scene((shape, shape), drawn_attributes(draws, wish))


def _logits(draws: Draws, wish: Wish) -> Scene:
    """Return a scene with weights for some of the last axes of the input.

    Each axis of a weight has full length or length 1.
    """
    shape = draw_shape(draws, wish.size, wish.rank)
    weights = [shape, shape] if wish.alike else [_part(draws, shape) for _ in range(2)]
    return Scene((shape, shape, *weights), drawn_attributes(draws, wish))


def _part(draws: Draws, shape: Shape) -> Shape:
    last = shape[draws.between(0, len(shape)) :]
    return tuple(1 if draws.chance(4) else n for n in last)


def _divergence(draws: Draws, wish: Wish) -> Scene:
    scene = _pair(draws, wish)
    return Scene(scene.shapes, {**scene.attributes, "log_target": draws.chance(2)})


def _soft(draws: Draws, wish: Wish) -> Scene:
    shape = draw_shape(draws, wish.size, max(wish.rank, 2))
    if wish.alike:  # with as many samples as classes, gradients and weights have the same shape
        shape = (math.isqrt(wish.size),) * 2
    return Scene((shape, shape, (shape[1],)), drawn_attributes(draws, wish))


def _classes(draws: Draws, wish: Wish) -> Scene:
    """Return a scene with classes as targets.

    If `ignore_index` is a class, some targets are ignored.
    """
    scene = _soft(draws, wish)
    shape = scene.shapes[0]
    ignored = draws.choice((-100, shape[1] + 3, draws.below(shape[1]), 0))
    attributes = {**scene.attributes, "ignore_index": ignored}
    return Scene((shape, (shape[0], *shape[2:]), (shape[1],)), attributes, {1: shape[1]})


def _of_gradient(forward: DrawScene) -> DrawScene:
    """Return a function that draws the gradient's scene from the scene of the forward loss."""

    def drawn(draws: Draws, wish: Wish) -> Scene:
        return of_gradient(forward(draws, wish), wish.op)

    return drawn


def of_gradient(scene: Scene, op: Op) -> Scene:
    """Return the scene for the gradient op of a loss.

    The gradient op may read fewer operands than the loss: only the target and the weight.
    """
    shapes, attributes = list(scene.shapes), dict(scene.attributes)
    places = shapes[0]
    if len(shapes) == 3:  # a loss with an axis of classes
        places = (places[0], *places[2:])
    limits = {number + 1: limit for number, limit in scene.limits.items()}
    known = {attribute.name for attribute in op.attributes}
    if "input" not in op.operands:
        if "classes" in known:
            attributes["classes"] = shapes[0][1]
        del shapes[0]
        limits = dict(scene.limits)
    first = places if attributes["reduction"] == "none" else ()
    return Scene((first, *shapes), attributes, limits, scene.whole)


_FORWARD: Mapping[ShapeRule, DrawScene] = MappingProxyType(
    {
        losses.pair: _pair,
        losses.smooth: _pair,
        losses.huber: _pair,
        probability_losses.logits: _logits,
        probability_losses.divergence: _divergence,
        probability_losses.soft: _soft,
        class_losses.nll: _classes,
        class_losses.cross: _classes,
    }
)
_BACKWARD: Mapping[ShapeRule, ShapeRule] = MappingProxyType(
    {
        losses.pair_gradient: losses.pair,
        losses.smooth_gradient: losses.smooth,
        losses.huber_gradient: losses.huber,
        probability_losses.logits_gradient: probability_losses.logits,
        probability_losses.divergence_gradient: probability_losses.divergence,
        probability_losses.soft_gradient: probability_losses.soft,
        class_losses.nll_gradient: class_losses.nll,
        class_losses.cross_gradient: class_losses.cross,
    }
)
LOSSES = (*_FORWARD, *_BACKWARD)
"""Shape rules of losses and of their gradients."""


def has_classes(op: Op) -> bool:
    """Return whether the input of a loss has an axis of classes, with a weight for each class."""
    rule = _BACKWARD.get(op.shape_rule, op.shape_rule)
    return rule in (probability_losses.soft, class_losses.nll, class_losses.cross)


def of_size(op: Op, draws: Draws, size: int, reduction: str, classes: int = 2) -> Scene:
    """Return a scene with `size` values of the loss, and with `classes` classes if it has any."""
    rule = _BACKWARD.get(op.shape_rule, op.shape_rule)
    wish = Wish(op, len(op.operands), 4, 2, alike=True)
    scene = _FORWARD[rule](draws, wish)
    x = (size, classes) if has_classes(op) else (size,)
    shapes = tuple(
        x if shape == scene.shapes[0] else ((size,) if number == 1 else x[1:])
        for number, shape in enumerate(scene.shapes)
    )
    limits = dict.fromkeys(scene.limits, classes)
    attributes = {**scene.attributes, "reduction": reduction}
    sized = Scene(shapes, attributes, limits)
    return of_gradient(sized, op) if op.shape_rule in _BACKWARD else sized


DRAWS = {
    rules.masked_reduction: _masked,
    rules.gradient_along_axis: _along,
    **_FORWARD,
    **{rule: _of_gradient(_FORWARD[forward]) for rule, forward in _BACKWARD.items()},
}
