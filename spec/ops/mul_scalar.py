"""Multiplication by a host scalar (clause G9)."""

from samebits.spec.elementwise_graphs import OUTGOING, elementwise_graph, host_scalar
from samebits.spec.gradients import Gradient
from samebits.spec.graph import Number, Ref, node
from samebits.spec.landmarks import ElementwiseLandmarks, each
from samebits.spec.scalars import attribute

OP = elementwise_graph(
    "mul_scalar",
    "x * value",
    ("x",),
    Number("s", attribute("value")),
    node("last", "mul", "x_wide", "s"),
    attributes=(host_scalar("value", "the factor"),),
    gradients=(
        Gradient(
            operand="x", op="mul_scalar", inputs=(OUTGOING,), attributes={"value": Ref("value")}
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(sets=each("value"), meets=(), equal=False)
