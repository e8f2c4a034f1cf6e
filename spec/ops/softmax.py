"""Softmax along one axis (clause G2): exp(x - m) divided by its sum T1."""

from samebits.spec.language.declare import Attribute, Gradient, Op, same_format
from samebits.spec.language.graph import Graph, Ref, node
from samebits.spec.language.shapes import same_as_input

OP = Op(
    name="softmax",
    op_class="graph",
    summary="exp(x - max) / sum(exp(x - max)) along one axis, every node rounded",
    operands=("x",),
    signatures=same_format(1, "f32", "f16", "bf16", "f64"),
    shape_rule=same_as_input,
    clauses=("R4", "S1", "T1", "G1", "G2"),
    profile="nn",
    attributes=(Attribute("axis", "the axis to normalise over", -1, kind="axis"),),
    graph=Graph(
        operands=("x",),
        nodes=(
            node("c", "cast", "x"),
            node("m", "max", "c", axes=Ref("axis"), keepdims=True),
            node("d", "sub", "c", "m"),
            node("e", "exp", "d"),
            node("s", "sum", "e", axes=Ref("axis"), keepdims=True),
            node("q", "div", "e", "s"),
            node("y", "cast", "q", to="output"),
        ),
        results=("y",),
    ),
    gradients=(
        Gradient(
            operand="x",
            op="softmax_gradient",
            inputs=("gradient of result", "result"),
            attributes={"axis": Ref("axis")},
        ),
    ),
)
