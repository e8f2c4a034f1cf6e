"""Dot and matrix products, in every transposition, with an odd number of terms."""

from __future__ import annotations

from samebits.conformance.laws.scene import Scene, Scenes
from samebits.spec import shapes as rules
from samebits.spec.shapes import Shape


def _products(batch: Shape, m: int, k: int, n: int) -> tuple[Scene, ...]:
    scenes = []
    for ta in (False, True):
        for tb in (False, True):
            a = (*batch, k, m) if ta else (*batch, m, k)
            b = (*batch, n, k) if tb else (*batch, k, n)
            scenes.append(Scene((a, b, (n,)), {"transpose_a": ta, "transpose_b": tb}))
    return tuple(scenes)


SCENES: Scenes = {
    rules.dot: (Scene(((1031,), (1031,))),),
    rules.matmul: _products((), 17, 531, 23),
    rules.bmm: _products((3,), 7, 263, 5),
}
