"""Gradient of x in clamp_tensor (clause G9): the incoming gradient for least <= x <= most."""

from samebits.spec.families.clamping import both
from samebits.spec.families.elementwise_graphs import elementwise_graph
from samebits.spec.language.graph import node
from samebits.spec.language.landmarks import ElementwiseLandmarks

OP = elementwise_graph(
    "clamp_tensor_gradient",
    "gradient where least <= x <= most, else +0",
    ("gradient", "x", "least", "most"),
    node("is_above", "ge", "x_wide", "least_wide", to="bool"),
    node("is_below", "le", "x_wide", "most_wide", to="bool"),
    *both("last", "is_above", "is_below"),
    clauses=("S3",),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=True)
