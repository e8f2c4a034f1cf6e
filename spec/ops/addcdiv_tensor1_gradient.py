"""Gradient of the dividend of addcdiv (clause G9): gradient * (value / tensor2)."""

from samebits.spec.families.elementwise_graphs import elementwise_graph, host_scalar
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "addcdiv_tensor1_gradient",
    "gradient * (value / tensor2)",
    ("gradient", "tensor2"),
    Number("s", attribute("value")),
    node("slope", "div", "s", "tensor2_wide"),
    node("last", "mul", "gradient_wide", "slope"),
    attributes=(host_scalar("value", "the factor of the quotient"),),
)

LANDMARKS = ElementwiseLandmarks(
    sets=each("value", 0.1, -1.0, 0.0),
    meets=(),
    equal=False,
    ties=((16.828125, 0.11614990234375), (-9.2265625, 0.56591796875)),
)
