"""Gradient of the divisor of addcdiv (clause G9), by the square of the divisor."""

from samebits.spec.families.elementwise_graphs import elementwise_graph, host_scalar
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "addcdiv_tensor2_gradient",
    "-gradient * ((value * tensor1) / (tensor2 * tensor2))",
    ("gradient", "tensor1", "tensor2"),
    Number("s", attribute("value")),
    node("scaled", "mul", "s", "tensor1_wide"),
    node("square", "mul", "tensor2_wide", "tensor2_wide"),
    node("slope", "div", "scaled", "square"),
    node("down", "neg", "gradient_wide"),
    node("last", "mul", "down", "slope"),
    attributes=(host_scalar("value", "the factor of the quotient"),),
)

LANDMARKS = ElementwiseLandmarks(sets=each("value", 0.1, -1.0, 0.0), meets=(), equal=False)
