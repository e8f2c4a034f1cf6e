"""Clipping of gradients by value (clause G8)."""

from samebits.spec.families.gradient_scaling import clipped
from samebits.spec.families.optimizers import FORMATS, real, widened
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.scalars import attribute

OP = Op(
    name="clip_grad_value",
    op_class="graph",
    summary="grads clipped to the range from -clip_value to clip_value",
    operands=("grads",),
    signatures=same_format(1, *FORMATS),
    shape_rule=clipped,
    clauses=("R4", "S1", "S3", "G1", "G3", "G8"),
    profile="train",
    attributes=(real("clip_value", 1.0, "greatest magnitude of a gradient"),),
    graph=Graph(
        operands=("grads",),
        nodes=(
            *widened("grads"),
            Number("low", -attribute("clip_value")),
            node("raised", "maximum", "grads_wide", "low"),
            Number("high", attribute("clip_value")),
            node("lowered", "minimum", "raised", "high"),
            node("clipped", "cast", "lowered", to="output"),
        ),
        results=("clipped",),
    ),
)

LANDMARKS = StepLandmarks(
    sets=({"clip_value": 0.7}, {"clip_value": 0.0}, {"clip_value": -0.3}),
    alone=(),
    squares=(),
    rows=None,
)
