"""Random scenes of pools and their gradients: every kind of window, stride and padding."""

from __future__ import annotations

import math
from typing import Any

from samebits.conformance.questions.drawn_scene import DrawScene, Wish
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.pools import kept, rank_of, scene
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import pools
from samebits.spec.language.shapes import ShapeRule

MOST = 4
"""The largest random kernel, stride and dilation."""


def _draw(rule: ShapeRule) -> DrawScene:
    rank = rank_of(rule)

    def draw(draws: Draws, wish: Wish) -> Scene:
        kernel, stride, dilation = (
            tuple(draws.between(1, MOST) for _ in range(rank)) for _ in range(3)
        )
        reach = [k if rule in pools.AVERAGE else d * (k - 1) + 1
                 for k, d in zip(kernel, dilation, strict=True)]  # fmt: skip
        n, c = (1, 1) if wish.large else (draws.between(1, 3), draws.between(1, 4))
        side = math.ceil((wish.size / (n * c)) ** (1 / rank))
        sizes = tuple(max(r, side + draws.below(3)) for r in reach)
        attributes: dict[str, Any] = {
            "kernel_size": kernel,
            "stride": stride,
            "padding": tuple(draws.below(k // 2 + 1) for k in kernel),
            "dilation": dilation,
            "ceil_mode": draws.chance(2),
            "count_include_pad": draws.chance(2),
            "output_size": tuple(draws.between(1, size + 2) for size in sizes),
        }
        if rank > 1 and draws.chance(3):
            attributes["divisor_override"] = draws.between(1, 9)
        return scene(rule, n, c, sizes, kept(rule, attributes))

    return draw


DRAWS: dict[ShapeRule, DrawScene] = {rule: _draw(rule) for rule in pools.SHAPE_RULES}
