"""Absolute difference (clause G7)."""

from samebits.spec.declare import Gradient, Op, same_format
from samebits.spec.graph import Graph, Ref, node
from samebits.spec.losses import REDUCTION, pair, reduced

_PASSED = {"reduction": Ref("reduction")}

OP = Op(
    name="l1_loss",
    op_class="graph",
    summary="abs(input - target), kept, averaged or added",
    operands=("input", "target"),
    signatures=same_format(2, "f64", "f32", "f16", "bf16"),
    shape_rule=pair,
    clauses=("R4", "S1", "T1", "G1", "G7"),
    profile="nn",
    attributes=(REDUCTION,),
    graph=Graph(
        operands=("input", "target"),
        nodes=(
            node("x", "cast", "input"),
            node("t", "cast", "target"),
            node("d", "sub", "x", "t"),
            node("a", "abs", "d"),
            *reduced("a"),
        ),
        results=("y",),
    ),
    gradients=(
        Gradient(
            operand="input",
            op="l1_loss_gradient",
            inputs=("gradient of result", "input", "target"),
            attributes=_PASSED,
        ),
        Gradient(
            operand="target",
            op="l1_loss_gradient",
            inputs=("gradient of result", "target", "input"),
            attributes=_PASSED,
        ),
    ),
)
