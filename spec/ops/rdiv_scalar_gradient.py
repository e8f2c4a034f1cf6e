"""Gradient of value / x (clause G9): -gradient times (value / x) / x."""

from samebits.spec.families.elementwise_graphs import elementwise_graph, host_scalar
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "rdiv_scalar_gradient",
    "-gradient * ((value / x) / x)",
    ("gradient", "x"),
    Number("s", attribute("value")),
    node("q", "div", "s", "x_wide"),
    node("slope", "div", "q", "x_wide"),
    node("down", "neg", "gradient_wide"),
    node("last", "mul", "down", "slope"),
    attributes=(host_scalar("value", "the number that was divided"),),
)

LANDMARKS = ElementwiseLandmarks(sets=each("value"), meets=(), equal=False)
