"""Sampling of images at the positions in a grid (clause G13): attributes and shape rules.

sampling_graphs.py has the nodes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.resampling import ALIGN
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, fitted, shape_rule

MODES = ("bilinear", "nearest", "bicubic")
PADDINGS = ("zeros", "border", "reflection")

ATTRIBUTES = (
    Attribute("mode", "which elements a place reads", "bilinear", choices=MODES),
    Attribute(
        "padding_mode",
        "how places outside of the image are read (G13.9)",
        "zeros",
        choices=PADDINGS,
    ),
    ALIGN,
)

_IMAGE, _GRID, _RESULT = "[N, C, H, W]", "[N, P, Q, 2]", "[N, C, P, Q]"
_EXAMPLE: tuple[Shape, Shape] = ((2, 3, 4, 5), (2, 3, 7, 2))


def _sizes(attributes: Attributes, names: Names) -> Names:
    """Return the sizes E (elements per channel), R (places), K (taps per axis) and T (K * K)."""
    taps = {"bilinear": 2, "nearest": 1, "bicubic": 4}[str(attributes["mode"])]
    elements, places = (math.prod(names[n] for n in pair) for pair in ("HW", "PQ"))
    return {"E": elements, "R": places, "K": taps, "T": taps * taps}


def _refused(*before: Shape) -> tuple[Refusal, ...]:
    """Return examples of wrong shapes.

    `before` has the shapes of the operands that precede the image.
    """
    image, grid = _EXAMPLE
    return (
        Refusal("G13.8", "an empty image", (*before, (2, 3, 4, 0), grid)),
        Refusal("G13.8", "a grid of three coordinates", (*before, image, (2, 3, 7, 3))),
        Refusal("G13.8", "a grid of another batch", (*before, image, (1, 3, 7, 2))),
    )


def _known(op: str, attributes: Attributes, shapes: Sequence[Shape], *before: str) -> Names:
    names = fitted(op, attributes, shapes, (*before, _IMAGE, _GRID))
    if 0 in (names["H"], names["W"]):
        raise SpecError(f"{op}: the image must not be empty, got shape {shapes[len(before)]}")
    if shapes[-1][-1] != 2:
        raise SpecError(f"{op}: a grid must have shape [N, P, Q, 2], got {shapes[-1]}")
    return names


@shape_rule(
    [_IMAGE, _GRID],
    _RESULT,
    example=_EXAMPLE,
    attributes={"mode": "bilinear"},
    refusals=_refused(),
    derived=_sizes,
)
def grid_sample(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take a non-empty image x[N, C, H, W], and a grid [N, P, Q, 2] of coordinates."""
    names = _known(op, attributes, inputs)
    return (tuple(names[n] for n in "NCPQ"),)


@shape_rule(
    [_RESULT, _IMAGE, _GRID],
    _IMAGE,
    _GRID,
    example=((2, 3, 3, 7), *_EXAMPLE),
    attributes={"mode": "bilinear"},
    refusals=(
        Refusal("G13.8", "a gradient of other places", ((2, 3, 7, 3), *_EXAMPLE)),
        *_refused((2, 3, 3, 7)),
    ),
    derived=_sizes,
)
def grid_sample_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the result, x and the grid.

    The results are the gradients of x and of the grid.
    """
    _known(op, attributes, inputs, _RESULT)
    return (tuple(inputs[1]), tuple(inputs[2]))


SHAPE_RULES = (grid_sample, grid_sample_gradient)
"""The shape rules of this module."""
