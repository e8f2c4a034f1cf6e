"""Scenes of random ops: a vector, a part of a tensor of three axes, and a far part of a tensor.

The seed and the stream have nonzero bits in both halves, so that a lost half is detected. If an
operand has the shape of the result, the scene has that operand instead of the attribute `shape`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families.drawing_graphs import dropping, permuted, sampled
from samebits.spec.families.draws import bernoulli, draw, randint, words_of
from samebits.spec.families.initial_values import weights
from samebits.spec.families.orthogonal import orthogonal
from samebits.spec.families.truncated import truncated
from samebits.spec.language.shapes import ShapeRule

_FROM = {"seed": words_of(0x9B97_3C05_7F4A_7C15), "stream": words_of(0x3_0000_0005)}

_PARTS = (
    {**_FROM, "shape": (1031,)},
    {**_FROM, "shape": (5, 17, 11), "whole": (9, 20, 13), "at": (3, 1, 2)},
    {**_FROM, "shape": (3, 263), "whole": (1 << 20, 1 << 30), "at": (77_777, 5)},
)

_LARGE = (
    {**_FROM, "shape": (150_001,)},
    {**_FROM, "shape": (9_001, 17), "whole": (9_001, 19), "at": (0, 1)},
)

_OWN: Mapping[ShapeRule, Mapping[str, Any]] = {
    draw: {},
    bernoulli: {"p": 0.3},
    randint: {"low": -7, "high": 1_000_003},
    dropping: {"p": 0.3},
    weights: {},
    truncated: {"mean": 0.25, "std": 0.75, "a": -0.5, "b": 3.0},
}


def _scene(rule: ShapeRule, part: Mapping[str, Any]) -> Scene:
    given = {**part, **_OWN[rule]}
    if not rule.operands:
        return Scene((), given)
    shape = given.pop("shape")
    return Scene((shape,) * len(rule.operands), given)


def _scenes(rule: ShapeRule, parts: Sequence[Mapping[str, Any]]) -> tuple[Scene, ...]:
    least = 2 if rule is weights else 0
    return tuple(_scene(rule, part) for part in parts if len(part["shape"]) >= least)


SCENES: Scenes = {
    **{rule: _scenes(rule, _PARTS) for rule in _OWN},
    permuted: (Scene((), {**_FROM, "n": 1031}),),
    orthogonal: tuple(
        Scene((), {**_FROM, "shape": shape}) for shape in ((7, 131), (131, 7), (5, 3, 11))
    ),
    sampled: tuple(
        Scene(((5, 37),), {**_FROM, "num_samples": 11, "replacement": again})
        for again in (False, True)
    ),
}

LARGE: Scenes = {
    **{rule: _scenes(rule, _LARGE) for rule in _OWN},
    permuted: (Scene((), {**_FROM, "n": 70_001}),),
}
