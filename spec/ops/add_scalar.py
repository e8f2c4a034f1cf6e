"""Addition of a host scalar (clause G9)."""

from samebits.spec.families.elementwise_graphs import as_it_is, elementwise_graph, host_scalar
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "add_scalar",
    "x + value",
    ("x",),
    Number("s", attribute("value")),
    node("last", "add", "x_wide", "s"),
    attributes=(host_scalar("value", "the number that is added"),),
    gradients=(as_it_is("x"),),
)

LANDMARKS = ElementwiseLandmarks(sets=each("value"), meets=(), equal=False)
