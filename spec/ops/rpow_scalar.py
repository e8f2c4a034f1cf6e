"""A host scalar to the power of each element (clause G9)."""

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
    "rpow_scalar",
    "base to the power of x",
    ("x",),
    Number("b", attribute("base")),
    node("last", "pow", "b", "x_wide"),
    attributes=(host_scalar("base", "the base", 2.0),),
    gradients=(
        Gradient(
            operand="x",
            op="rpow_scalar_gradient",
            inputs=(OUTGOING, "x"),
            attributes={"base": Ref("base")},
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(sets=each("base", 5.0, 10.0, 0.0), meets=(), equal=False)
