"""Addition of a multiple, like torch.add with alpha (clause G9): a product, then a sum."""

from samebits.spec.families.elementwise_graphs import (
    OUTGOING,
    as_it_is,
    elementwise_graph,
    host_scalar,
)
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Number, Ref, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "add_scaled",
    "x + alpha * other, the product rounded before it is added",
    ("x", "other"),
    Number("a", attribute("alpha")),
    node("scaled", "mul", "other_wide", "a"),
    node("last", "add", "x_wide", "scaled"),
    attributes=(host_scalar("alpha", "the factor of `other`", 1.0),),
    gradients=(
        as_it_is("x"),
        Gradient(
            operand="other",
            op="mul_scalar",
            inputs=(OUTGOING,),
            attributes={"value": Ref("alpha")},
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(
    sets=each("alpha", 0.1, 0.25 + 2.0**-20, -1.0, 0.0), meets=(), equal=False
)
