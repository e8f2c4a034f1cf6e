"""Gradient of huber_loss (clause G7)."""

from samebits.spec.families.losses import REDUCTION, huber_gradient, share
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.scalars import attribute

OP = Op(
    name="huber_loss_gradient",
    op_class="graph",
    summary="d where abs(d = input - target) < delta, else sign(d) * delta, times the gradient",
    operands=("gradient", "input", "target"),
    signatures=same_format(3, "f64", "f32", "f16", "bf16"),
    shape_rule=huber_gradient,
    clauses=("R4", "S1", "G1", "G7"),
    profile="nn",
    attributes=(
        Attribute("delta", "the limit of the quadratic part (G7.7)", 1.0, real=True),
        REDUCTION,
    ),
    graph=Graph(
        operands=("gradient", "input", "target"),
        nodes=(
            node("x", "cast", "input"),
            node("t", "cast", "target"),
            node("d", "sub", "x", "t"),
            node("z", "abs", "d"),
            Number("b", attribute("delta")),
            node("inner", "lt", "z", "b", to="bool"),
            node("way", "sign", "d"),
            node("far", "mul", "way", "b"),
            node("slope", "where", "inner", "d", "far"),
            *share(),
            node("dx", "mul", "slope", "g"),
            node("y", "cast", "dx", to="output"),
        ),
        results=("y",),
    ),
)
