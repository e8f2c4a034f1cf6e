"""Gradient of log_softmax from its result (clause G7): g - exp(y) * (sum T1 of g)."""

from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.graph import Graph, Ref, node
from samebits.spec.language.shapes import gradient_along_axis

OP = Op(
    name="log_softmax_gradient",
    op_class="graph",
    summary="gradient - exp(result) * sum(gradient) along the axis of a log_softmax",
    operands=("gradient", "y"),
    signatures=same_format(2, "f32", "f16", "bf16", "f64"),
    shape_rule=gradient_along_axis,
    clauses=("R4", "S1", "T1", "G1", "G2", "G7"),
    profile="nn",
    attributes=(Attribute("axis", "the axis of the log_softmax", -1, kind="axis"),),
    graph=Graph(
        operands=("gradient", "y"),
        nodes=(
            node("g", "cast", "gradient"),
            node("c", "cast", "y"),
            node("p", "exp", "c"),
            node("s", "sum", "g", axes=Ref("axis"), keepdims=True),
            node("ps", "mul", "p", "s"),
            node("q", "sub", "g", "ps"),
            node("dx", "cast", "q", to="output"),
        ),
        results=("dx",),
    ),
    notes="y is the result of the forward op, as it was returned.",
)
