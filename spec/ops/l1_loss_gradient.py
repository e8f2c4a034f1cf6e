"""Gradient of l1_loss (clause G7): the sign of input - target, which is 0 if they are equal."""

from samebits.spec.families.losses import REDUCTION, pair_gradient, share
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, node

OP = Op(
    name="l1_loss_gradient",
    op_class="graph",
    summary="sign(input - target) * the gradient of each absolute difference",
    operands=("gradient", "input", "target"),
    signatures=same_format(3, "f64", "f32", "f16", "bf16"),
    shape_rule=pair_gradient,
    clauses=("R4", "S1", "G1", "G7"),
    profile="nn",
    attributes=(REDUCTION,),
    graph=Graph(
        operands=("gradient", "input", "target"),
        nodes=(
            node("x", "cast", "input"),
            node("t", "cast", "target"),
            node("d", "sub", "x", "t"),
            node("slope", "sign", "d"),
            *share(),
            node("dx", "mul", "slope", "g"),
            node("y", "cast", "dx", to="output"),
        ),
        results=("y",),
    ),
)
