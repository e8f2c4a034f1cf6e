"""Multiplication by a host scalar (clause G9)."""

from samebits.spec.families.elementwise_graphs import OUTGOING, elementwise_graph, host_scalar
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Number, Ref, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

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
