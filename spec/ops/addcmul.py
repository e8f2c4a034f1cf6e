"""Addition of a scaled product, like torch.addcmul (clause G9): x + (value * a) * b."""

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

_VALUE = {"value": Ref("value")}

OP = elementwise_graph(
    "addcmul",
    "x + (value * tensor1) * tensor2, every product rounded",
    ("x", "tensor1", "tensor2"),
    Number("s", attribute("value")),
    node("scaled", "mul", "s", "tensor1_wide"),
    node("product", "mul", "scaled", "tensor2_wide"),
    node("last", "add", "x_wide", "product"),
    attributes=(host_scalar("value", "the factor of the product"),),
    gradients=(
        as_it_is("x"),
        Gradient(
            operand="tensor1",
            op="addcmul_gradient",
            inputs=(OUTGOING, "tensor2"),
            attributes=_VALUE,
        ),
        Gradient(
            operand="tensor2",
            op="addcmul_gradient",
            inputs=(OUTGOING, "tensor1"),
            attributes=_VALUE,
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(sets=each("value", 0.1, -1.0, 0.0, 1e300), meets=(), equal=False)
