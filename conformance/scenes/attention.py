"""Scenes of attention, its gradients, and products with a mask.

Several query heads share a key head.
"""

from __future__ import annotations

from typing import Any

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import attention as rules
from samebits.spec.language.shapes import Shape


def shapes_of(
    n: int, heads: int, shared: int, queries: int, keys: int, d: int, e: int
) -> tuple[Shape, Shape, Shape, Shape, Shape]:
    """Return the shapes of query, key, value, result and mask.

    `shared` query heads use the same key head.
    """
    most = heads * shared
    return (
        (n, most, queries, d), (n, heads, keys, d), (n, heads, keys, e), (n, most, queries, e),
        (n, most, queries, keys),
    )  # fmt: skip


def forward(sizes: tuple[int, ...], attributes: dict[str, Any]) -> Scene:
    """Return the scene of attention."""
    query, key, value, _, mask = shapes_of(*sizes)
    return Scene((query, key, value, mask), attributes)


def backward(sizes: tuple[int, ...], attributes: dict[str, Any]) -> Scene:
    """Return the scene of the gradients of attention."""
    query, key, value, result, mask = shapes_of(*sizes)
    return Scene((query, key, value, result, result, mask), attributes)


_CAUSAL: dict[str, Any] = {"scale": 0.3, "is_causal": True, "query_offset": 2}
DROPPED: dict[str, Any] = {"dropout_p": 0.3, "seed": (5, 1), "stream": (2, 0)}
_SIZES = (2, 2, 3, 5, 7, 6, 3)

SCENES: Scenes = {
    rules.masked_product: (Scene(((3, 5, 7), (3, 7, 4), (3, 5, 7))),),
    rules.attention: (forward(_SIZES, _CAUSAL),),
    rules.attention_gradient: (backward(_SIZES, _CAUSAL),),
    rules.dropping_attention: (forward(_SIZES, DROPPED),),
    rules.dropping_attention_gradient: (backward(_SIZES, DROPPED),),
}
"""The scenes have few keys, because each key needs one or more calls of the backend.

Cases and drawn questions have more keys.
"""
