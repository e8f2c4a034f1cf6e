"""A rectifier with a learnt slope for each channel, and its gradients (clause G9)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.families.channel_norms import EACH, FLAT, whole
from samebits.spec.families.elementwise_graphs import widened
from samebits.spec.language.geometry import Attributes, Refusal, Shape, fitted, shape_rule
from samebits.spec.language.graph import Graph, Item, Number, node
from samebits.spec.language.moves import Reshape
from samebits.spec.language.scalars import literal

_X, _CHANNEL = "[N, C, *S]", "[C]"
_EXAMPLE: tuple[Shape, Shape] = ((2, 3, 5), (3,))


@shape_rule(
    [_X, _CHANNEL],
    _X,
    example=_EXAMPLE,
    refusals=(
        Refusal("G9.8", "an x without channels", ((2,), (3,))),
        Refusal("G9.8", "one slope for several channels", ((2, 3, 5), (1,))),
    ),
)
def prelu(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[N, C, *S] and a slope for each channel."""
    fitted(op, attributes, inputs, prelu.operands)
    return (tuple(inputs[0]),)


@shape_rule(
    [_X, _X, _CHANNEL],
    _X,
    _CHANNEL,
    example=(_EXAMPLE[0], *_EXAMPLE),
    refusals=(
        Refusal("G9.8", "a gradient of another shape", ((2, 3, 4), (2, 3, 5), (3,))),
        Refusal("G9.8", "one slope for several channels", ((2, 3, 5), (2, 3, 5), (1,))),
    ),
)
def prelu_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of the result, x, and a slope for each channel."""
    names = fitted(op, attributes, inputs, prelu_gradient.operands)
    return (tuple(inputs[0]), (names["C"],))


def _divided(*operands: str) -> tuple[Item, ...]:
    """Return nodes for the operands in the shape FLAT, the slopes `w`, and `above` (x > 0)."""
    return (
        *widened(*operands, "weight"),
        *(Reshape(f"{name}_flat", f"{name}_wide", FLAT) for name in operands),
        Reshape("w", "weight_wide", EACH),
        Number("zero", literal(0.0)),
        node("above", "gt", "x_flat", "zero", to="bool"),
    )


PRELU = Graph(
    operands=("x", "weight"),
    nodes=(
        *_divided("x"),
        node("sloped", "mul", "w", "x_flat"),
        node("chosen", "where", "above", "x_flat", "sloped"),
        *whole("chosen", "y"),
    ),
    results=("y",),
)

PRELU_GRADIENT = Graph(
    operands=("gradient", "x", "weight"),
    nodes=(
        *_divided("gradient", "x"),
        node("sloped", "mul", "w", "gradient_flat"),
        node("chosen", "where", "above", "gradient_flat", "sloped"),
        *whole("chosen", "x_gradient"),
        node("product", "mul", "x_flat", "gradient_flat"),
        node("terms", "where", "above", "zero", "product"),
        node("samples", "sum", "terms", axes=(2,), keepdims=False),
        node("channels", "sum", "samples", axes=(0,), keepdims=False),
        node("weight_gradient", "cast", "channels", to="output 1"),
    ),
    results=("x_gradient", "weight_gradient"),
)

SHAPE_RULES = (prelu, prelu_gradient)
"""The shape rules of prelu and its gradient."""
