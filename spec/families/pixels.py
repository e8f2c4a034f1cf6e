"""Shape rules and graphs of pixel_shuffle and pixel_unshuffle (clause G10).

Both ops only move elements.
"""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.pools import ranked
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Gradient
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.graph import Graph, Ref
from samebits.spec.language.moves import Reshape
from samebits.spec.language.rearrange import Rearrange
from samebits.spec.language.shapes import Attributes, Shape


def factor(name: str) -> Attribute:
    """Return the attribute for the factor between spatial sizes and channels."""
    doc = "factor r of each spatial axis (G10.10)"
    return Attribute(name, doc, required=True, kind="integer", least=1)


def link(op: str, name: str, given: str) -> tuple[Gradient, ...]:
    """Return the declaration of the gradient: each of the two ops is the gradient of the other.

    `name` is the attribute of the gradient op, and `given` is the attribute of the forward op.
    """
    inputs = ("gradient of result",)
    return (Gradient(operand="x", op=op, inputs=inputs, attributes={name: Ref(given)}),)


def _natural(attributes: Attributes, name: str) -> int:
    value = attributes[name]
    assert isinstance(value, int)
    return value


@shape_rule(
    ["[N, C, H, W]"],
    "[N, C//(upscale_factor*upscale_factor), H*upscale_factor, W*upscale_factor]",
    example=[(2, 12, 3, 4)],
    attributes={"upscale_factor": 2},
    refusals=(Refusal("G10.10", "channels that are no multiple of the square", ((2, 13, 3, 4),)),),
)
def pixel_shuffle(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[N, C, H, W], where the square of the factor divides C."""
    n, c, h, w = ranked(op, inputs[0], 2)
    r = _natural(attributes, "upscale_factor")
    if c % (r * r):
        raise SpecError(f"{op}: the number of channels, {c}, must be a multiple of {r} x {r}")
    return ((n, c // (r * r), h * r, w * r),)


@shape_rule(
    ["[N, C, H, W]"],
    "[N, C*downscale_factor*downscale_factor, H//downscale_factor, W//downscale_factor]",
    example=[(2, 3, 6, 8)],
    attributes={"downscale_factor": 2},
    refusals=(
        Refusal("G10.10", "rows that are no multiple of the factor", ((2, 3, 5, 8),)),
        Refusal("G10.10", "columns that are no multiple of the factor", ((2, 3, 6, 9),)),
    ),
)
def pixel_unshuffle(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[N, C, H, W], where the factor divides H and W."""
    n, c, h, w = ranked(op, inputs[0], 2)
    r = _natural(attributes, "downscale_factor")
    if h % r or w % r:
        raise SpecError(f"{op}: an image of {h} x {w} cannot be divided into squares of {r} x {r}")
    return ((n, c * r * r, h // r, w // r),)


SHUFFLE = Graph(
    operands=("x",),
    nodes=(
        Reshape(
            "split",
            "x",
            "[N, C//(upscale_factor*upscale_factor), upscale_factor, upscale_factor, H, W]",
        ),
        Rearrange("result", "split", ("n", "c", "a", "b", "h", "w"), ("n", "c", "ha", "wb")),
    ),
    results=("result",),
)
"""The graph that moves channel (c r + a) r + b at (h, w) to channel c at (h r + a, w r + b)."""

UNSHUFFLE = Graph(
    operands=("x",),
    nodes=(
        Reshape(
            "split",
            "x",
            "[N, C, H//downscale_factor, downscale_factor, W//downscale_factor, downscale_factor]",
        ),
        Rearrange("result", "split", ("n", "c", "h", "a", "w", "b"), ("n", "cab", "h", "w")),
    ),
    results=("result",),
)
"""The graph that does the opposite of SHUFFLE."""

SHAPE_RULES = (pixel_shuffle, pixel_unshuffle)
"""The shape rules of this module."""
