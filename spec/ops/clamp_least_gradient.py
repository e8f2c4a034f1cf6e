"""Gradient of clamp_tensor's lower bound (clause G9): nonzero only for x < least < most."""

from samebits.spec.families.clamping import both
from samebits.spec.families.elementwise_graphs import elementwise_graph
from samebits.spec.language.graph import node
from samebits.spec.language.landmarks import ElementwiseLandmarks

OP = elementwise_graph(
    "clamp_least_gradient",
    "gradient where x < least and least < most, else +0",
    ("gradient", "x", "least", "most"),
    node("is_low", "lt", "x_wide", "least_wide", to="bool"),
    node("is_open", "lt", "least_wide", "most_wide", to="bool"),
    *both("last", "is_low", "is_open"),
    clauses=("S3",),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=True)
