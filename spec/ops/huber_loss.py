"""A square around 0 that goes on as a line (clause G7)."""

from samebits.spec.declare import Attribute, Gradient, Op, same_format
from samebits.spec.graph import Graph, Number, Ref, node
from samebits.spec.losses import REDUCTION, huber, reduced
from samebits.spec.scalars import attribute, literal

_PASSED = {"reduction": Ref("reduction"), "delta": Ref("delta")}

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
        Attribute("delta", "where the square ends (G7.7)", 1.0, real=True),
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
    gradients=(
        Gradient(
            operand="input",
            op="huber_loss_gradient",
            inputs=("gradient of result", "input", "target"),
            attributes=_PASSED,
        ),
        Gradient(
            operand="target",
            op="huber_loss_gradient",
            inputs=("gradient of result", "target", "input"),
            attributes=_PASSED,
        ),
    ),
)
