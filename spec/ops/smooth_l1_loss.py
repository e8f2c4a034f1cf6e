"""Absolute difference, with a quadratic part around 0 (clause G7)."""

from samebits.spec.families.losses import REDUCTION, either_gradient, reduced, smooth
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.graph import Graph, Number, Ref, node
from samebits.spec.language.scalars import attribute, literal

OP = Op(
    name="smooth_l1_loss",
    op_class="graph",
    summary="z^2 / 2 / beta where z = abs(input - target) < beta, else z - beta / 2",
    operands=("input", "target"),
    signatures=same_format(2, "f64", "f32", "f16", "bf16"),
    shape_rule=smooth,
    clauses=("R4", "S1", "T1", "G1", "G7"),
    profile="nn",
    attributes=(
        Attribute("beta", "the limit of the quadratic part (G7.6)", 1.0, real=True),
        REDUCTION,
    ),
    graph=Graph(
        operands=("input", "target"),
        nodes=(
            node("x", "cast", "input"),
            node("t", "cast", "target"),
            node("d", "sub", "x", "t"),
            node("z", "abs", "d"),
            Number("b", attribute("beta")),
            node("inner", "lt", "z", "b", to="bool"),
            Number("half", literal(0.5)),
            node("h", "mul", "z", "half"),
            node("hz", "mul", "h", "z"),
            node("near", "div", "hz", "b"),
            Number("less", literal(0.5) * attribute("beta")),
            node("far", "sub", "z", "less"),
            node("v", "where", "inner", "near", "far"),
            *reduced("v"),
        ),
        results=("y",),
    ),
    gradients=either_gradient("smooth_l1_loss_gradient", beta=Ref("beta")),
)
