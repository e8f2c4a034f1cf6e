"""Division by a host scalar (clause G9): a true division, not a product with a reciprocal."""

from samebits.spec.families.elementwise_graphs import OUTGOING, elementwise_graph, host_scalar
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Number, Ref, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "div_scalar",
    "x / value, a true division",
    ("x",),
    Number("s", attribute("value")),
    node("last", "div", "x_wide", "s"),
    attributes=(host_scalar("value", "the divisor"),),
    gradients=(
        Gradient(
            operand="x", op="div_scalar", inputs=(OUTGOING,), attributes={"value": Ref("value")}
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(sets=each("value"), meets=(), equal=False)
