"""Gradient of smooth_l1_loss (clause G7)."""

from samebits.spec.families.losses import REDUCTION, share, smooth_gradient
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.scalars import attribute

OP = Op(
    name="smooth_l1_loss_gradient",
    op_class="graph",
    summary="d / beta where abs(d = input - target) < beta, else sign(d), times the gradient",
    operands=("gradient", "input", "target"),
    signatures=same_format(3, "f64", "f32", "f16", "bf16"),
    shape_rule=smooth_gradient,
    clauses=("R4", "S1", "G1", "G7"),
    profile="nn",
    attributes=(
        Attribute("beta", "the limit of the quadratic part (G7.6)", 1.0, real=True),
        REDUCTION,
    ),
    graph=Graph(
        operands=("gradient", "input", "target"),
        nodes=(
            node("x", "cast", "input"),
            node("t", "cast", "target"),
            node("d", "sub", "x", "t"),
            node("z", "abs", "d"),
            Number("b", attribute("beta")),
            node("inner", "lt", "z", "b", to="bool"),
            node("near", "div", "d", "b"),
            node("far", "sign", "d"),
            node("slope", "where", "inner", "near", "far"),
            *share(),
            node("dx", "mul", "slope", "g"),
            node("y", "cast", "dx", to="output"),
        ),
        results=("y",),
    ),
)
