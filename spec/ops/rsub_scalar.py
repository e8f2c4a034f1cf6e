"""Subtraction from a host scalar (clause G9)."""

from samebits.spec.families.elementwise_graphs import OUTGOING, elementwise_graph, host_scalar
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "rsub_scalar",
    "value - x",
    ("x",),
    Number("s", attribute("value")),
    node("last", "sub", "s", "x_wide"),
    attributes=(host_scalar("value", "the number from which x is subtracted"),),
    gradients=(Gradient(operand="x", op="neg", inputs=(OUTGOING,)),),
)

LANDMARKS = ElementwiseLandmarks(sets=each("value"), meets=(), equal=False)
