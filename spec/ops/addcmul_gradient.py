"""Gradient of one factor of addcmul (clause G9): gradient * (other * value)."""

from samebits.spec.families.elementwise_graphs import elementwise_graph, host_scalar
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "addcmul_gradient",
    "gradient * (other * value), `other` being the other factor",
    ("gradient", "other"),
    Number("s", attribute("value")),
    node("slope", "mul", "other_wide", "s"),
    node("last", "mul", "gradient_wide", "slope"),
    attributes=(host_scalar("value", "the factor of the product"),),
)

LANDMARKS = ElementwiseLandmarks(sets=each("value", 0.1, -1.0, 0.0), meets=(), equal=False)
