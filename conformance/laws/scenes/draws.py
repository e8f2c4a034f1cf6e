"""Draws: a vector, a part of a tensor of three axes, and one that begins far behind the first.

The seed and the stream have ones in both of their halves, so that a half that is lost shows.
"""

from __future__ import annotations

from samebits.conformance.laws.scene import Scene, Scenes
from samebits.spec.draws import bernoulli, draw, randint, words_of

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

_OWN: dict[ShapeRule, dict[str, Any]] = {
    draw: {},
    bernoulli: {"p": 0.3},
    randint: {"low": -7, "high": 1_000_003},
}

SCENES: Scenes = {
    rule: tuple(Scene((), {**part, **own}) for part in _PARTS) for rule, own in _OWN.items()
}

LARGE: Scenes = {
    rule: tuple(Scene((), {**part, **own}) for part in _LARGE) for rule, own in _OWN.items()
}
