"""Gradient of a host scalar to the power of x (clause G9); it computes the power again."""

from samebits.spec.families.elementwise_graphs import elementwise_graph, host_scalar
from samebits.spec.language.graph import Branch, Equals, Join, Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute, literal

OP = elementwise_graph(
    "rpow_scalar_gradient",
    "gradient * (pow(base, x) * log(base)); of base 0 it is +0 where x >= 0",
    ("gradient", "x"),
    Number("b", attribute("base")),
    node("l", "log", "b"),
    node("power", "pow", "b", "x_wide"),
    node("slope", "mul", "power", "l"),
    node("steep", "mul", "gradient_wide", "slope"),
    Branch(
        Equals("base", 0.0),
        (
            Number("nothing", literal(0.0)),
            node("flat", "ge", "x_wide", "nothing", to="bool"),
            node("chosen", "where", "flat", "nothing", "steep"),
        ),
        (Join("last", "chosen", "steep"),),
    ),
    attributes=(host_scalar("base", "the base", 2.0),),
)

LANDMARKS = ElementwiseLandmarks(sets=each("base", 5.0, 10.0, 0.0), meets=(), equal=False)
