"""Normal numbers between two bounds (clause D3): the quantile of a uniform number between them."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.attributes import Attribute
from samebits.spec.declare import Constraint
from samebits.spec.draws import DRAWN, EXAMPLE, REFUSED, drawn_shape
from samebits.spec.geometry import Attributes, Refusal, Shape, shape_rule
from samebits.spec.graph import Graph, Number, node
from samebits.spec.initial_values import numbers
from samebits.spec.scalars import Scalar, attribute, literal, sqrt

ATTRIBUTES = (
    *DRAWN,
    Attribute("mean", "of the numbers without bounds", 0.0, kind="real"),
    Attribute("std", "their standard deviation", 1.0, kind="real"),
    Attribute("a", "the lower bound", -2.0, kind="real"),
    Attribute("b", "the upper bound", 2.0, kind="real"),
)
"""Attributes as torch.nn.init.trunc_normal_ has them."""


def _positive_deviation(attributes: Attributes) -> bool:
    std = attributes["std"]
    return isinstance(std, float) and std > 0


def _bounds_in_order(attributes: Attributes) -> bool:
    low, high = attributes["a"], attributes["b"]
    return isinstance(low, float) and isinstance(high, float) and low <= high


CONSTRAINTS = (
    Constraint(
        holds=_positive_deviation,
        error="std={std} is no deviation above 0",
        refusal=Refusal("D3.11", "a deviation of 0", attributes={"std": 0.0}),
    ),
    Constraint(
        holds=_bounds_in_order,
        error="a={a} is above b={b}; exchange them",
        refusal=Refusal("D3.11", "a lower bound above the upper one", attributes={"a": 2.5}),
    ),
)


@shape_rule([], "[*shape]", example=[], attributes=EXAMPLE, refusals=REFUSED)
def truncated(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """No operand; the result has the shape of the attribute."""
    return drawn_shape(op, attributes)


def _of_erf(bound: str) -> Scalar:
    """Where erf has the share of the numbers below a bound."""
    return (attribute(bound) - attribute("mean")) / attribute("std") / sqrt(literal(2))


_INSIDE = 1 - 2.0**-24
"""The largest number of binary32 below 1, where erfinv is finite: no draw may be infinite, nor far
from all others at a bound that is meant for none."""

GRAPH = Graph(
    (),
    (
        numbers("uniform"),
        Number("from_erf", _of_erf("a"), to="f32"),
        node("first", "erf", "from_erf", to="f32"),
        Number("to_erf", _of_erf("b"), to="f32"),
        node("last", "erf", "to_erf", to="f32"),
        node("width", "sub", "last", "first", to="f32"),
        node("part", "mul", "drawn", "width", to="f32"),
        node("share", "add", "part", "first", to="f32"),
        Number("outer", -literal(_INSIDE), to="f32"),
        node("above", "maximum", "share", "outer", to="f32"),
        Number("inner", literal(_INSIDE), to="f32"),
        node("inside", "minimum", "above", "inner", to="f32"),
        node("quantile", "erfinv", "inside", to="f32"),
        Number("scale", attribute("std") * sqrt(literal(2)), to="f32"),
        node("product", "mul", "quantile", "scale", to="f32"),
        Number("middle", attribute("mean"), to="f32"),
        node("value", "add", "product", "middle", to="f32"),
        Number("least", attribute("a"), to="f32"),
        node("raised", "maximum", "value", "least", to="f32"),
        Number("most", attribute("b"), to="f32"),
        node("bounded", "minimum", "raised", "most", to="f32"),
        node("y", "cast", "bounded", to="output"),
    ),
    ("y",),
)
