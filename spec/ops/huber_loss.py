"""Huber loss (clause G7): quadratic around 0, and linear beyond delta."""

from samebits.spec.families.losses import REDUCTION, either_gradient, huber, reduced
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.graph import Graph, Number, Ref, node
from samebits.spec.language.scalars import attribute, literal

OP = Op(
    name="huber_loss",
    op_class="graph",
    summary="z^2 / 2 where z = abs(input - target) < delta, else (z - delta / 2) * delta",
    operands=("input", "target"),
    signatures=same_format(2, "f64", "f32", "f16", "bf16"),
    shape_rule=huber,
    clauses=("R4", "S1", "T1", "G1", "G7"),
    profile="nn",
    attributes=(
        Attribute("delta", "the limit of the quadratic part (G7.7)", 1.0, real=True),
        REDUCTION,
    ),
    graph=Graph(
        operands=("input", "target"),
        nodes=(
            node("x", "cast", "input"),
            node("t", "cast", "target"),
            node("d", "sub", "x", "t"),
            node("z", "abs", "d"),
            Number("b", attribute("delta")),
            node("inner", "lt", "z", "b", to="bool"),
            Number("half", literal(0.5)),
            node("h", "mul", "z", "half"),
            node("near", "mul", "h", "z"),
            Number("less", literal(0.5) * attribute("delta")),
            node("beyond", "sub", "z", "less"),
            node("far", "mul", "beyond", "b"),
            node("v", "where", "inner", "near", "far"),
            *reduced("v"),
        ),
        results=("y",),
    ),
    gradients=either_gradient("huber_loss_gradient", delta=Ref("delta")),
)
