"""Scenes of convolutions of every kind and rank: many terms, strides, dilations and groups."""

from __future__ import annotations

from typing import Any

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families import windows
from samebits.spec.families.windows import forward_axes

Sizes = tuple[int, ...]


def _scene(
    kind: str, n: int, c: int, o: int, size: Sizes, kernel: Sizes, **attributes: Any
) -> Scene:
    """Return a scene of kind `kind` for x[n, c, size] and weight[o, c / groups, kernel]."""
    ones = (1,) * len(size)
    full = {
        "stride": ones,
        "padding": (0,) * len(size),
        "dilation": ones,
        "groups": 1,
        **attributes,
    }
    outcome = tuple(a.output for a in forward_axes("scene", full, size, kernel))
    image, result, weight = (n, c, *size), (n, o, *outcome), (o, c // full["groups"], *kernel)
    if kind == "forward":
        return Scene((image, weight, (o,)), full)
    if kind == "transposed":
        return Scene((result, weight, (c,)), full)
    if kind == "input_gradient":
        return Scene((result, weight), {**full, "input_size": size})
    return Scene((image, result), {**full, "kernel_size": kernel})


def _scenes(kind: str) -> tuple[tuple[Scene, ...], ...]:
    """Return scenes for one, two and three axes.

    Each contraction has many terms: there are many input channels, or output channels for input
    gradients.
    """
    many, few = (37, 7) if kind in ("forward", "weight_gradient") else (7, 37)
    return (
        (
            _scene(kind, 3, many, few, (23,), (8,), stride=(2,), padding=(3,)),
            _scene(kind, 2, 6, 9, (19,), (3,), dilation=(2,), groups=3),
        ),
        (
            _scene(kind, 3, many, few, (7, 9), (3, 3), padding=(1, 1)),
            _scene(kind, 2, 6, 9, (7, 8), (2, 3), stride=(2, 1), dilation=(1, 2), groups=3),
            _scene(kind, 1, 5, 5, (6, 5), (3, 3), padding=(2, 1), groups=5),
        ),
        (
            _scene(kind, 3, 5, 7, (4, 3, 5), (2, 3, 2), padding=(1, 1, 0)),
            _scene(kind, 1, 4, 6, (5, 4, 5), (3, 2, 2), stride=(2, 1, 2), groups=2),
        ),
    )


_KINDS = (
    ("forward", windows.FORWARD),
    ("input_gradient", windows.INPUT_GRADIENT),
    ("weight_gradient", windows.WEIGHT_GRADIENT),
    ("transposed", windows.TRANSPOSED),
)

SCENES: Scenes = {
    rule: scenes
    for kind, rules in _KINDS
    for rule, scenes in zip(rules, _scenes(kind), strict=True)
}

LARGE: Scenes = {
    rules[1]: (_scene(kind, 2, 19, 17, (29, 31), (3, 3), padding=(1, 1)),) for kind, rules in _KINDS
}
