"""Absolute difference (clause G7)."""

from samebits.spec.families.losses import REDUCTION, either_gradient, pair, reduced
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, node

OP = Op(
    name="l1_loss",
    op_class="graph",
    summary="abs(input - target), reduced",
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
    gradients=either_gradient("l1_loss_gradient"),
)
