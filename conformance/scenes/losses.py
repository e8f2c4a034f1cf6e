"""Scenes of losses of tensors and of classes, of their gradients, and of sums with a mask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import class_losses, losses, probability_losses
from samebits.spec.language import shapes as rules

_PAIR = (37, 29)


def _pair(**attributes: Any) -> tuple[Scene, ...]:
    """Return scenes of a loss of two tensors of the same shape: its values, and their mean."""
    return tuple(
        Scene((_PAIR, _PAIR), {"reduction": reduction, **attributes})
        for reduction in ("none", "mean")
    )


def _classes(*attributes: Mapping[str, Any], soft: bool = False) -> tuple[Scene, ...]:
    """Return scenes of losses of classes with weights; some targets are ignored.

    Cases and drawn questions test losses without weights.
    """
    shape, places = (13, 17, 5), (13, 5)
    limits = {} if soft else {1: 17}
    target = shape if soft else places
    return tuple(Scene((shape, target, (17,)), given, limits, whole=True) for given in attributes)


def _gradients(scenes: tuple[Scene, ...], *, reads_input: bool = True) -> tuple[Scene, ...]:
    """Return the scenes of the gradients of these losses."""
    return tuple(_gradient(scene, reads_input) for scene in scenes)


def _gradient(scene: Scene, reads_input: bool) -> Scene:
    x, target, *weights = scene.shapes
    places = (x[0], *x[2:]) if len(scene.shapes) == 3 else x
    first = places if scene.attributes["reduction"] == "none" else ()
    limits = {number + reads_input: limit for number, limit in scene.limits.items()}
    attributes = dict(scene.attributes)
    if not reads_input and weights:
        attributes["classes"] = x[1]
    read = (x, target) if reads_input else (target,)
    return Scene((first, *read, *weights), attributes, limits, scene.whole)


_PLAIN, _SMOOTH, _HUBER = _pair(), _pair(beta=0.5), _pair(delta=0.5)
_DIVERGENCE = (
    Scene((_PAIR, _PAIR), {"reduction": "none"}),
    Scene((_PAIR, _PAIR), {"reduction": "batchmean", "log_target": True}),
)
_LOGITS = tuple(
    Scene((_PAIR, _PAIR, (37, 1), (29,)), {"reduction": reduction}, whole=True)
    for reduction in ("none", "mean")
)
_NLL = _classes(
    {"reduction": "none", "ignore_index": 3},
    {"reduction": "mean", "ignore_index": 0},
)
_CROSS = _classes(
    {"reduction": "none", "ignore_index": 3},
    {"reduction": "mean", "ignore_index": 16, "label_smoothing": 0.1},
)
_SOFT = _classes({"reduction": "none", "label_smoothing": 0.1}, {"reduction": "mean"}, soft=True)

SCENES: Scenes = {
    rules.masked_reduction: (
        Scene(((1031,),) * 2, {"axes": None}),
        Scene(((37, 61),) * 2, {"axes": (0,)}),
        Scene(((37, 61),) * 2, {"axes": (1,), "keepdims": True}),
    ),
    rules.gradient_along_axis: (
        Scene(((13, 77),) * 2, {"axis": -1}),
        Scene(((13, 7, 5),) * 2, {"axis": 1}),
    ),
    losses.pair: _PLAIN,
    losses.smooth: _SMOOTH,
    losses.huber: _HUBER,
    probability_losses.logits: _LOGITS,
    probability_losses.divergence: _DIVERGENCE,
    probability_losses.soft: _SOFT,
    class_losses.nll: _NLL,
    class_losses.cross: _CROSS,
    losses.pair_gradient: _gradients(_PLAIN),
    losses.smooth_gradient: _gradients(_SMOOTH),
    losses.huber_gradient: _gradients(_HUBER),
    probability_losses.logits_gradient: _gradients(_LOGITS),
    probability_losses.divergence_gradient: _gradients(_DIVERGENCE, reads_input=False),
    probability_losses.soft_gradient: _gradients(_SOFT),
    class_losses.nll_gradient: _gradients(_NLL, reads_input=False),
    class_losses.cross_gradient: _gradients(_CROSS),
}
