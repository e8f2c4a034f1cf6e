"""Normal numbers between two bounds (clause D3), as quantiles of uniform numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from samebits.spec.families.draws import DRAWN, EXAMPLE, REFUSED, drawn_shape
from samebits.spec.families.initial_values import nodes_format, numbers
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Constraint
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, shape_rule
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.scalars import Scalar, attribute, literal, sqrt

ATTRIBUTES = (
    *DRAWN,
    Attribute("mean", "mean of the numbers without bounds", 0.0, kind="real"),
    Attribute("std", "standard deviation of the numbers without bounds", 1.0, kind="real"),
    Attribute("a", "the lower bound", -2.0, kind="real"),
    Attribute("b", "the upper bound", 2.0, kind="real"),
)
"""The attributes of torch.nn.init.trunc_normal_, in addition to the attributes of every draw."""


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
    """Take no operand; the attribute `shape` is the shape of the result."""
    return drawn_shape(op, attributes)


def _of_erf(bound: str) -> Scalar:
    """Return the argument of erf that determines the proportion of numbers below a bound."""
    return (attribute(bound) - attribute("mean")) / attribute("std") / sqrt(literal(2))


_INSIDE: Mapping[str, float] = MappingProxyType({"f32": 1 - 2.0**-24, "f64": 1 - 2.0**-53})
"""The largest number below 1, by format; erfinv of it is finite.

Arguments of erfinv are limited to it, so that draws are finite. An infinite draw would be moved to
a bound, and if the bound is very large, this draw would be far from all other draws.
"""


def graph(call: Call, sizes: Names) -> Graph:
    """Return the graph of a call. All nodes have the same format."""
    form = nodes_format(call)
    inside = _INSIDE[form]
    items = (
        numbers("uniform", form),
        Number("from_erf", _of_erf("a"), to=form),
        node("first", "erf", "from_erf", to=form),
        Number("to_erf", _of_erf("b"), to=form),
        node("last", "erf", "to_erf", to=form),
        node("width", "sub", "last", "first", to=form),
        node("part", "mul", "drawn", "width", to=form),
        node("share", "add", "part", "first", to=form),
        Number("outer", -literal(inside), to=form),
        node("above", "maximum", "share", "outer", to=form),
        Number("inner", literal(inside), to=form),
        node("inside", "minimum", "above", "inner", to=form),
        node("quantile", "erfinv", "inside", to=form),
        Number("scale", attribute("std") * sqrt(literal(2)), to=form),
        node("product", "mul", "quantile", "scale", to=form),
        Number("middle", attribute("mean"), to=form),
        node("value", "add", "product", "middle", to=form),
        Number("least", attribute("a"), to=form),
        node("raised", "maximum", "value", "least", to=form),
        Number("most", attribute("b"), to=form),
        node("bounded", "minimum", "raised", "most", to=form),
        node("y", "cast", "bounded", to="output"),
    )
    return Graph((), items, ("y",))
