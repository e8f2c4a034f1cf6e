"""Scenes of dot and matrix products with every transposition and odd sizes, and of equations."""

from __future__ import annotations

from dataclasses import replace

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import aligned, products
from samebits.spec.families.einsum import einsum
from samebits.spec.language import shapes as rules
from samebits.spec.language.shapes import Shape


def _products(batch: Shape, m: int, k: int, n: int) -> tuple[Scene, ...]:
    scenes = []
    for ta in (False, True):
        for tb in (False, True):
            a = (*batch, k, m) if ta else (*batch, m, k)
            b = (*batch, n, k) if tb else (*batch, k, n)
            scenes.append(Scene((a, b, (n,)), {"transpose_a": ta, "transpose_b": tb}))
    return tuple(scenes)


def _aligned(scenes: tuple[Scene, ...]) -> tuple[Scene, ...]:
    """Return the same scenes as aligned products, with pairs of widths of 8, 16 and 24 bits."""
    pairs = ((24, 16), (16, 16), (24, 24), (8, 24), (16, 8), (8, 8))
    return tuple(
        replace(scene, attributes={**scene.attributes, "bits": pairs[i % len(pairs)]})
        for i, scene in enumerate(scenes)
    )


_LINEAR = (
    Scene(((17, 531), (23, 531), (23,))),
    Scene(((3, 5, 263), (7, 263), (7,))),
    Scene(((2, 3, 5, 67), (7, 67), (7,))),
)


def _equation(equation: str, *shapes: Shape) -> Scene:
    return Scene(shapes, {"equation": equation}, whole=True)


SCENES: Scenes = {
    rules.dot: (Scene(((1031,), (1031,))),),
    rules.matmul: _products((), 17, 531, 23),
    rules.bmm: _products((3,), 7, 531, 5),
    products.linear: _LINEAR,
    aligned.matmul: _aligned(_products((), 17, 531, 23)),
    aligned.bmm: _aligned(_products((3,), 7, 531, 5)),
    aligned.linear: _aligned(_LINEAR),
    products.outer: (Scene(((37,), (61,))),),
    einsum: (
        _equation("ijj->ij", (17, 13, 13)),
        _equation("ijk->k", (17, 13, 5)),
        _equation("ibk,bjk->bij", (7, 3, 263), (3, 5, 263)),
        _equation("ikm,kl->il", (7, 37, 3), (37, 5)),
        _equation("ij,jk,kl->il", (7, 37), (37, 11), (11, 5)),
    ),
}
