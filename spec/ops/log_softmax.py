"""Logarithm of softmax along one axis (clause G7): (x - m) - log of the sum of exp(x - m)."""

from samebits.spec.language.declare import Attribute, Gradient, Op, same_format
from samebits.spec.language.graph import Graph, Ref, node
from samebits.spec.language.shapes import same_as_input

OP = Op(
    name="log_softmax",
    op_class="graph",
    summary="(x - max) - log(sum(exp(x - max))) along one axis, every node rounded",
    operands=("x",),
    signatures=same_format(1, "f32", "f16", "bf16", "f64"),
    shape_rule=same_as_input,
    clauses=("R4", "S1", "T1", "G1", "G2", "G7"),
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
            node("l", "log", "s"),
            node("q", "sub", "d", "l"),
            node("y", "cast", "q", to="output"),
        ),
        results=("y",),
    ),
    gradients=(
        Gradient(
            operand="x",
            op="log_softmax_gradient",
            inputs=("gradient of result", "result"),
            attributes={"axis": Ref("axis")},
        ),
    ),
)
