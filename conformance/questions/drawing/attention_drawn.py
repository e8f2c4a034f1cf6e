"""Random scenes of attention, its gradients, and products with a mask."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from samebits.conformance.questions.drawn_scene import Wish
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.attention import backward, forward
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import attention as rules
from samebits.spec.language.shapes import ShapeRule

_BLOCK = 256


def _terms(draws: Draws, wish: Wish, few: int) -> int:
    """Return a small number of terms or keys, or about as many as a block if the size allows."""
    if wish.large or wish.size < _BLOCK or draws.below(4):
        return draws.between(1, few)
    return draws.between(_BLOCK - 6, _BLOCK + 14)


def _masked_product(draws: Draws, wish: Wish) -> Scene:
    """Return a scene with more rows than terms, because each term is a separate call."""
    if wish.alike:
        side = math.ceil(min(wish.size, _BLOCK) ** (1 / 3))
        return Scene(((side, side, side),) * 3)
    terms = _terms(draws, wish, 9)
    batch, columns = draws.between(1, 4), draws.between(1, 9)
    rows = math.ceil(wish.size / (batch * max(terms, columns)))
    return Scene(((batch, rows, terms), (batch, terms, columns), (batch, rows, terms)))


def _attention(
    scene: Callable[[tuple[int, ...], dict[str, Any]], Scene],
) -> Callable[[Draws, Wish], Scene]:
    def drawn(draws: Draws, wish: Wish) -> Scene:
        n, heads, shared, d, e = (draws.between(1, most) for most in (3, 3, 3, 9, 9))
        keys = _terms(draws, wish, 9 if wish.large else 24)
        widest = max(d, e) if wish.large else max(keys, d, e)  # an absent mask does not count
        queries = math.ceil(wish.size / (n * heads * shared * widest))
        if wish.alike:
            queries = keys = min(queries, 16)
            e, shared = d, 1
        attributes: dict[str, Any] = {
            "scale": draws.choice((None, None, 0.25, 1.0, -0.7)),
            "is_causal": draws.chance(2),
            "query_offset": draws.choice((0, 0, keys - queries, 3, -2)),
        }
        if "dropout_p" in {each.name for each in wish.op.attributes}:
            words = [draws.below(1 << 32) for _ in range(4)]
            attributes |= {"dropout_p": draws.choice((0.0, 0.1, 0.5, 0.9))}
            attributes |= {"seed": tuple(words[:2]), "stream": tuple(words[2:])}
        return scene((n, heads, shared, queries, keys, d, e), attributes)

    return drawn


HEADS: Mapping[ShapeRule, Callable[[tuple[int, ...], dict[str, Any]], Scene]] = MappingProxyType(
    {
        rules.attention: forward,
        rules.attention_gradient: backward,
        rules.dropping_attention: forward,
        rules.dropping_attention_gradient: backward,
    }
)
"""Functions that make a scene from its sizes.

The sizes are samples, heads, query heads per key head, queries, keys, and the widths of keys and of
values.
"""

DRAWS = {
    rules.masked_product: _masked_product,
    **{rule: _attention(make) for rule, make in HEADS.items()},
}
