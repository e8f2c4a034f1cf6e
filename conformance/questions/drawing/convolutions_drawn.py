"""Random convolutions of every kind and rank, with strides, dilations, padding and groups."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from samebits.conformance.questions.drawn_scene import DrawScene, Wish
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import windows
from samebits.spec.families.windows import forward_axes
from samebits.spec.language.shapes import ShapeRule

Sizes = tuple[int, ...]

MOST = 4
"""The largest random stride, padding and dilation."""


def window_scene(
    kind: str, n: int, in_group: int, out_group: int, size: Sizes, kernel: Sizes,
    attributes: Mapping[str, Any],
) -> Scene:  # fmt: skip
    """Return the scene of a convolution of any kind, from the sizes of the forward convolution.

    `in_group` and `out_group` are the channels of each group.
    """
    groups = attributes["groups"]
    c, o = groups * in_group, groups * out_group
    outcome = tuple(a.output for a in forward_axes("scene", attributes, size, kernel))
    image, result, weight = (n, c, *size), (n, o, *outcome), (o, in_group, *kernel)
    if kind == "forward":
        return Scene((image, weight, (o,)), attributes)
    if kind == "transposed":
        return Scene((result, weight, (c,)), attributes)
    if kind == "input_gradient":
        return Scene((result, weight), {**attributes, "input_size": size})
    return Scene((image, result), {**attributes, "kernel_size": kernel})


def _kernel(draws: Draws, rank: int, large: bool) -> Sizes:
    """Return the number of taps on each axis.

    A large image gets few taps, because taps are slow.
    """
    if large:
        return tuple(draws.sample((draws.between(2, 3), *(1,) * (rank - 1)), rank))
    return tuple(draws.between(1, 4 if rank == 1 else 3) for _ in range(rank))


def _alike(draws: Draws, kind: str, rank: int) -> Scene:
    """Return a scene in which two operands have the same shape.

    The image has the size of its kernel, and if necessary as many samples as channels.
    """
    kernel = tuple(draws.between(1, 3) for _ in range(rank))
    one, none = (1,) * rank, (0,) * rank
    attributes: dict[str, Any] = {"stride": one, "padding": none, "dilation": one, "groups": 1}
    if kind == "transposed":
        attributes["output_padding"] = none
    n, c = draws.between(1, 3), draws.between(1, 4)
    if kind == "forward":
        return window_scene(kind, n, c, n, kernel, kernel, attributes)
    if kind == "weight_gradient":
        return window_scene(kind, n, c, c, kernel, one, attributes)
    size = tuple(2 * k - 1 for k in kernel)  # makes the result as large as the kernel
    return window_scene(kind, n, n, n, size, kernel, attributes)


def _draw(kind: str, rank: int) -> DrawScene:
    def draw(draws: Draws, wish: Wish) -> Scene:
        if wish.alike:
            return _alike(draws, kind, rank)
        each = {
            name: tuple(draws.between(least, MOST) for _ in range(rank))
            for name, least in (("stride", 1), ("padding", 0), ("dilation", 1))
        }
        groups = draws.between(2, 9) if draws.chance(2) and not wish.large else 1
        n, inner, outer = (1, 1, 1) if wish.large else (draws.between(1, m) for m in (2, 4, 3))
        kernel = _kernel(draws, rank, wish.large)
        taps = math.prod(kernel) * inner * outer * n * groups
        places = wish.size if wish.large else max(1, wish.size // taps)
        side = math.ceil(places ** (1 / rank))
        size = tuple(
            max(d * (k - 1) + 1, s, side + draws.below(3))
            for d, k, s in zip(each["dilation"], kernel, each["stride"], strict=True)
        )
        attributes: dict[str, Any] = {**each, "groups": groups}
        if kind == "transposed":
            pairs = zip(each["stride"], each["dilation"], strict=True)
            attributes["output_padding"] = tuple(draws.below(max(pair)) for pair in pairs)
        return window_scene(kind, n, inner, outer, size, kernel, attributes)

    return draw


DRAWS: dict[ShapeRule, DrawScene] = {
    rule: _draw(kind, rank)
    for kind, rules in (
        ("forward", windows.FORWARD),
        ("input_gradient", windows.INPUT_GRADIENT),
        ("weight_gradient", windows.WEIGHT_GRADIENT),
        ("transposed", windows.TRANSPOSED),
    )
    for rank, rule in enumerate(rules, 1)
}
