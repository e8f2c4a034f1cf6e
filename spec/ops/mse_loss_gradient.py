"""Gradient of mse_loss (clause G7): 2 (input - target) times the gradient of each value."""

from samebits.spec.families.losses import REDUCTION, pair_gradient, share
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.scalars import literal

OP = Op(
    name="mse_loss_gradient",
    op_class="graph",
    summary="(2 * (input - target)) * the gradient of each squared difference",
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
            Number("two", literal(2.0)),
            node("slope", "mul", "d", "two"),
            *share(),
            node("dx", "mul", "slope", "g"),
            node("y", "cast", "dx", to="output"),
        ),
        results=("y",),
    ),
)
