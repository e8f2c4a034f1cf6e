"""Gradient of clamp_tensor's upper bound (clause G9): nonzero only for x > most or most < least."""

from samebits.spec.families.elementwise_graphs import elementwise_graph
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks
from samebits.spec.language.scalars import literal

OP = elementwise_graph(
    "clamp_most_gradient",
    "gradient where x > most or most < least, else +0",
    ("gradient", "x", "least", "most"),
    Number("nothing", literal(0.0)),
    node("is_crossed", "lt", "most_wide", "least_wide", to="bool"),
    node("crossed", "where", "is_crossed", "gradient_wide", "nothing"),
    node("is_high", "gt", "x_wide", "most_wide", to="bool"),
    node("last", "where", "is_high", "gradient_wide", "crossed"),
    clauses=("S3",),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=True)
