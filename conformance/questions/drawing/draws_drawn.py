"""Random scenes of random ops: any seed and stream, and a whole tensor or a part of one.

A part is near the first element of its whole or far from it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from samebits.conformance.questions.drawn_scene import Wish, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families.drawing_graphs import dropping, permuted, sampled
from samebits.spec.families.draws import MOST_ELEMENTS, bernoulli, draw, randint, words_of
from samebits.spec.families.initial_values import weights
from samebits.spec.families.orthogonal import orthogonal
from samebits.spec.families.truncated import truncated
from samebits.spec.language.attributes import LARGEST_INTEGER

_MOST_AROUND = 9
_BITS = 64
_MOST_SAMPLES = 9


def _words(draws: Draws) -> tuple[int, int]:
    """Return a random seed or stream: any number, a small number, or one with a half that is 0."""
    number = int(draws.words(1)[0])
    return words_of(draws.choice((number, number % 5, number << 32, number >> 32)))


def _drawn(draws: Draws, wish: Wish) -> Scene:
    shape = draw_shape(draws, wish.size, wish.rank)
    found: dict[str, Any] = {"shape": shape, "seed": _words(draws), "stream": _words(draws)}
    if draws.chance(4):
        return Scene((), found)
    at = [draws.below(_MOST_AROUND) for _ in shape]
    whole = [n + a + draws.below(_MOST_AROUND) for n, a in zip(shape, at, strict=True)]
    if shape and draws.chance(2):  # far from the first element: add rows before it
        most = min(MOST_ELEMENTS // max(1, math.prod(whole[1:])), LARGEST_INTEGER)
        whole[0] = min(most, max(whole[0], 1 << draws.between(1, _BITS)))
        at[0] = int(draws.words(1)[0]) % (whole[0] - shape[0] + 1)
    return Scene((), {**found, "whole": tuple(whole), "at": tuple(at)})


def _probable(draws: Draws, wish: Wish) -> Scene:
    p = draws.choice((0.0, 1.0, 0.5, 2.0**-32, 1 - 2.0**-53, draws.below(1 << 53) / 2.0**53))
    scene = _drawn(draws, wish)
    return Scene((), {**scene.attributes, "p": p})


def _dropped(draws: Draws, wish: Wish) -> Scene:
    attributes = dict(_probable(draws, wish).attributes)
    return Scene((attributes.pop("shape"),), attributes)


def _integers(draws: Draws, wish: Wish) -> Scene:
    low = draws.choice((0, -LARGEST_INTEGER, draws.below(1 << 32) - (1 << 31)))
    most = LARGEST_INTEGER - low
    size = draws.choice((1, 2, 3, 1000, 1 + draws.below(1 << 32), most))
    scene = _drawn(draws, wish)
    return Scene((), {**scene.attributes, "low": low, "high": low + min(size, most)})


def _permuted(draws: Draws, wish: Wish) -> Scene:
    return Scene((), {"n": wish.size, "seed": _words(draws), "stream": _words(draws)})


def _initial(draws: Draws, wish: Wish) -> Scene:
    """Return a scene of initial weights, with a slope or a gain."""
    found = dict(_drawn(draws, replace(wish, rank=max(2, wish.rank))).attributes)
    known = {attribute.name for attribute in wish.op.attributes}
    found.update({n: draws.below(1000) / 7.0 for n in ("a", "gain") if n in known})
    return Scene((), found)


def _sampled(draws: Draws, wish: Wish) -> Scene:
    shape = draw_shape(draws, wish.size, max(1, wish.rank))
    again, most = draws.chance(2), shape[-1]
    count = draws.between(1, min(most, _MOST_SAMPLES))
    source = {"seed": _words(draws), "stream": _words(draws)}
    return Scene((shape,), {**source, "num_samples": count, "replacement": again})


def _orthogonal(draws: Draws, wish: Wish) -> Scene:
    """Return a scene of orthogonal weights with a short side: its vectors are made in sequence."""
    short = draws.between(1, _MOST_AROUND)
    long = max(1, wish.size // short)
    shape: tuple[int, ...] = draws.choice(((short, long), (long, short)))
    if wish.rank > 2:
        shape = (short, 1, long)
    source = {"seed": _words(draws), "stream": _words(draws)}
    return Scene((), {**source, "shape": shape, "gain": draws.below(1000) / 7.0})


def _truncated(draws: Draws, wish: Wish) -> Scene:
    """Return a scene whose bounds are around the mean, on one side of it, or infinite."""
    mean, std = draws.below(1000) / 250.0 - 2, (1 + draws.below(1000)) / 300.0
    below, above = ((draws.below(900) - 300) / 200.0 for _ in range(2))
    low, high = sorted((mean - std * below, mean + std * above))
    given = {"mean": mean, "std": std, "a": low, "b": high}
    for name in ("a", "b"):
        if draws.chance(5):
            given[name] = -math.inf if name == "a" else math.inf
    return Scene((), {**_drawn(draws, wish).attributes, **given})


DRAWS = {
    draw: _drawn,
    bernoulli: _probable,
    randint: _integers,
    dropping: _dropped,
    permuted: _permuted,
    weights: _initial,
    sampled: _sampled,
    orthogonal: _orthogonal,
    truncated: _truncated,
}
