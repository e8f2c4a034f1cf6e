"""Gradient of x to the power of a host scalar (clause G9); it is +0 for exponent 0."""

from samebits.spec.families.elementwise_graphs import elementwise_graph, host_scalar
from samebits.spec.language.graph import Branch, Equals, Join, Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.moves import Broadcast
from samebits.spec.language.scalars import attribute, literal

OP = elementwise_graph(
    "pow_scalar_gradient",
    "gradient * (exponent * pow(x, exponent - 1)); of exponent 0 it is +0",
    ("gradient", "x"),
    Branch(
        Equals("exponent", 0.0),
        (Number("nothing", literal(0.0)), Broadcast("flat", "nothing", "[*S]")),
        (Join("last", "flat", "steep"),),
        others=(
            Number("less", attribute("exponent") - 1),
            node("power", "pow", "x_wide", "less"),
            Number("p", attribute("exponent")),
            node("slope", "mul", "p", "power"),
            node("steep", "mul", "gradient_wide", "slope"),
        ),
    ),
    attributes=(host_scalar("exponent", "the exponent", 2.0),),
)

LANDMARKS = ElementwiseLandmarks(sets=each("exponent", 3.0, 0.5, 1.0, 0.0), meets=(), equal=False)
