"""Each element to the power of a host scalar (clause G9)."""

from samebits.spec.families.elementwise_graphs import (
    OUTGOING,
    elementwise_graph,
    host_scalar,
)
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Number, Ref, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "pow_scalar",
    "x to the power of exponent",
    ("x",),
    Number("p", attribute("exponent")),
    node("last", "pow", "x_wide", "p"),
    attributes=(host_scalar("exponent", "the exponent", 2.0),),
    gradients=(
        Gradient(
            operand="x",
            op="pow_scalar_gradient",
            inputs=(OUTGOING, "x"),
            attributes={"exponent": Ref("exponent")},
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(sets=each("exponent", 3.0, 0.5, -1.0, 0.0), meets=(), equal=False)
