"""Gradient of threshold (clause G9): +0 where x <= threshold."""

from samebits.spec.families.elementwise_graphs import elementwise_graph, host_scalar
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute, literal

OP = elementwise_graph(
    "threshold_gradient",
    "+0 where x <= threshold, else gradient",
    ("gradient", "x"),
    Number("t", attribute("threshold")),
    node("is_low", "le", "x_wide", "t", to="bool"),
    Number("nothing", literal(0.0)),
    node("last", "where", "is_low", "nothing", "gradient_wide"),
    attributes=(host_scalar("threshold", "the limit up to which there is no gradient", 0.0),),
    clauses=("S3",),
)

LANDMARKS = ElementwiseLandmarks(
    sets=each("threshold", 0.1, -0.0, -1.0, float("-inf")), meets=("threshold",), equal=False
)
