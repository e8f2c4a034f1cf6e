"""Clamping between two tensors, like torch.clamp with tensor bounds (clause G9)."""

from samebits.spec.families.elementwise_graphs import OUTGOING, elementwise_graph
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import node
from samebits.spec.language.landmarks import ElementwiseLandmarks

_ALL = (OUTGOING, "x", "least", "most")

OP = elementwise_graph(
    "clamp_tensor",
    "minimum(maximum(x, least), most)",
    ("x", "least", "most"),
    node("raised", "maximum", "x_wide", "least_wide"),
    node("last", "minimum", "raised", "most_wide"),
    clauses=("S3",),
    gradients=(
        Gradient(operand="x", op="clamp_tensor_gradient", inputs=_ALL),
        Gradient(operand="least", op="clamp_least_gradient", inputs=_ALL),
        Gradient(operand="most", op="clamp_most_gradient", inputs=_ALL),
    ),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=True)
