"""Gradient of the weight of lerp_tensor (clause G9): gradient * (end - x)."""

from samebits.spec.families.elementwise_graphs import elementwise_graph
from samebits.spec.language.graph import node
from samebits.spec.language.landmarks import ElementwiseLandmarks

OP = elementwise_graph(
    "lerp_weight_gradient",
    "gradient * (end - x)",
    ("gradient", "x", "end"),
    node("apart", "sub", "end_wide", "x_wide"),
    node("last", "mul", "gradient_wide", "apart"),
)

LANDMARKS = ElementwiseLandmarks(
    sets=(),
    meets=(),
    equal=True,
    ties=(
        (-0.05120849609375, -0.04864501953125, -32.6875),
        (-0.043853759765625, 0.0005545616149902344, 0.009429931640625),
    ),
)
