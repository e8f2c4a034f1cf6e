"""Addition of a scaled quotient, like torch.addcdiv (clause G9): x + (value * a) / b."""

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
    "addcdiv",
    "x + (value * tensor1) / tensor2, the product and the quotient rounded",
    ("x", "tensor1", "tensor2"),
    Number("s", attribute("value")),
    node("scaled", "mul", "s", "tensor1_wide"),
    node("quotient", "div", "scaled", "tensor2_wide"),
    node("last", "add", "x_wide", "quotient"),
    attributes=(host_scalar("value", "the factor of the quotient"),),
    gradients=(
        as_it_is("x"),
        Gradient(
            operand="tensor1",
            op="addcdiv_tensor1_gradient",
            inputs=(OUTGOING, "tensor2"),
            attributes=_VALUE,
        ),
        Gradient(
            operand="tensor2",
            op="addcdiv_tensor2_gradient",
            inputs=(OUTGOING, "tensor1", "tensor2"),
            attributes=_VALUE,
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(
    sets=each("value", 0.1, -1.0, 0.0, 1e300),
    meets=(),
    equal=False,
    ties=(
        (-101.9375, 0.00803375244140625, -0.0257110595703125),
        (1.109375, 0.0086822509765625, 0.006465911865234375),
    ),
)
