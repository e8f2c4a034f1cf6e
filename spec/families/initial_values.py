"""Initial values of weights (clause D3): the bounds of torch.nn.init as host scalars.

The fans are computed from the shape of the whole tensor. A call for a part of the tensor therefore
computes the same values as a call for the whole tensor.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from samebits.spec.errors import SpecError
from samebits.spec.families.draws import DRAWN, EXAMPLE, REFUSED, drawn_shape, whole_of
from samebits.spec.formats import compute_format
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.declare import Op, nan_scalar
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, shape_rule
from samebits.spec.language.graph import Graph, Item, Node, Number, Ref, node
from samebits.spec.language.scalars import Scalar, attribute, literal, sqrt

FORMATS = ("f32", "f16", "bf16", "f64")
"""The formats of results."""

ZERO_SLOPE = 0.0

GAINS: Mapping[str, Scalar] = MappingProxyType(
    {
        "leaky_relu": sqrt(2 / (1 + attribute("a") * attribute("a"))),
        "relu": sqrt(literal(2)),
        "tanh": literal(5) / 3,
        "selu": literal(3) / 4,
        "sigmoid": literal(1),
        "linear": literal(1),
    }
)
"""The gain for each function that may follow the layer (D3.5), by its name in torch.nn.init."""

KAIMING = (
    *DRAWN,
    Attribute("a", "slope of leaky_relu below 0", ZERO_SLOPE, kind="real"),
    Attribute("mode", "the fan that divides (D3.5)", "fan_in", choices=("fan_in", "fan_out")),
    Attribute(
        "nonlinearity",
        "the function that follows the layer; it decides the gain (D3.5)",
        "leaky_relu",
        choices=tuple(GAINS),
    ),
)
"""The attributes of torch.nn.init.kaiming_uniform_, in addition to the attributes of every draw."""

XAVIER = (*DRAWN, Attribute("gain", "factor of the deviation", 1.0, kind="real"))
"""The attributes of torch.nn.init.xavier_uniform_, in addition to the attributes of every draw."""


@shape_rule(
    [],
    "[*shape]",
    example=[],
    attributes=EXAMPLE,
    refusals=(
        *REFUSED,
        Refusal("D3.5", "weights of rank 1", attributes={"shape": (2,), "whole": None, "at": None}),
    ),
)
def weights(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; the result is a weight with at least two axes.

    The axes are outputs, inputs, and the axes of a window.
    """
    (shape,) = drawn_shape(op, attributes)
    if len(shape) < 2:
        raise SpecError(f"{op}: weights must have at least two axes, got shape {shape}")
    return (shape,)


def fans(call: Call) -> tuple[int, int]:
    """Return the fan-in and the fan-out of a weight in the whole tensor (D3.5)."""
    shape: Any = call.attributes["shape"]
    whole, _ = whole_of(call.attributes, shape)
    window = math.prod(whole[2:])
    return whole[1] * window, whole[0] * window


_WHOLE: Mapping[str, AttributeValue] = {"whole": None, "at": None}

KAIMING_NAN = (
    nan_scalar("`a` inf and a fan of 0", **_WHOLE, shape=(3, 0), a=math.inf, mode="fan_in"),
)
XAVIER_NAN = (nan_scalar("`gain` 0 and fans of 0", **_WHOLE, shape=(0, 0), gain=0.0),)
"""Attributes that make the deviation NaN (G3.7)."""


def kaiming_deviation(call: Call) -> Scalar:
    """Return the gain for the function that follows the layer, divided by the root of a fan."""
    inputs, outputs = fans(call)
    fan = inputs if call.attributes["mode"] == "fan_in" else outputs
    gain = GAINS[str(call.attributes["nonlinearity"])]
    return gain / sqrt(literal(float(fan)))


def xavier_deviation(call: Call) -> Scalar:
    """Return the gain times sqrt(2 / (fan-in + fan-out))."""
    return attribute("gain") * sqrt(literal(2) / float(sum(fans(call))))


def initialiser(
    name: str,
    summary: str,
    attributes: tuple[Attribute, ...],
    deviation: Callable[[Call], Scalar],
    *,
    uniform: bool,
    nan_scalars: tuple[Refusal, ...],
) -> Op:
    """Return an op that draws weights with a standard deviation, uniform or normal."""

    def graph(call: Call, sizes: Names) -> Graph:
        form = nodes_format(call)
        return _uniform(deviation(call), form) if uniform else _normal(deviation(call), form)

    return Op(
        name=name,
        op_class="graph",
        summary=summary,
        operands=(),
        signatures=tuple(((), (f,)) for f in FORMATS),
        shape_rule=weights,
        clauses=("D1", "D2", "R4", "G1", "G3", "D3"),
        profile="nn",
        attributes=attributes,
        graph=graph,
        nan_scalars=nan_scalars,
    )


def nodes_format(call: Call) -> str:
    """Return the format of the nodes of an op without operands: its result's compute format."""
    return compute_format(call.outputs)


def numbers(op: str, form: str) -> Node:
    """Return a node that draws numbers in a format.

    The call's attributes give the shape, the seed, the stream, and the part of the whole tensor.
    """
    return node("drawn", op, to=form, **{each.name: Ref(each.name) for each in DRAWN})


def _uniform(deviation: Scalar, form: str) -> Graph:
    """Return a graph of uniform numbers from -sqrt(3) to sqrt(3) times the deviation."""
    bound = sqrt(literal(3)) * deviation
    items: tuple[Item, ...] = (
        numbers("uniform", form),
        Number("width", bound + bound, to=form),
        Number("least", -bound, to=form),
        node("product", "mul", "drawn", "width", to=form),
        node("value", "add", "product", "least", to=form),
        node("y", "cast", "value", to="output"),
    )
    return Graph((), items, ("y",))


def _normal(deviation: Scalar, form: str) -> Graph:
    items: tuple[Item, ...] = (
        numbers("normal", form),
        Number("scale", deviation, to=form),
        node("value", "mul", "drawn", "scale", to=form),
        node("y", "cast", "value", to="output"),
    )
    return Graph((), items, ("y",))
