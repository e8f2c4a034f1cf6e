"""A host scalar divided by each element (clause G9)."""

from samebits.spec.families.elementwise_graphs import OUTGOING, elementwise_graph, host_scalar
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Number, Ref, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "rdiv_scalar",
    "value / x, a true division",
    ("x",),
    Number("s", attribute("value")),
    node("last", "div", "s", "x_wide"),
    attributes=(host_scalar("value", "the number that is divided"),),
    gradients=(
        Gradient(
            operand="x",
            op="rdiv_scalar_gradient",
            inputs=(OUTGOING, "x"),
            attributes={"value": Ref("value")},
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(sets=each("value"), meets=(), equal=False)
