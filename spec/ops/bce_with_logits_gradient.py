"""Gradient of bce_with_logits with respect to its logits (clause G7)."""

from samebits.spec.families.losses import REDUCTION, share
from samebits.spec.families.probability_losses import logits_gradient
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Branch, Given, Graph, Join, Number, node
from samebits.spec.language.scalars import literal

OP = Op(
    name="bce_with_logits_gradient",
    op_class="graph",
    summary="(sigmoid(input) - target) times weight and gradient, with pos_weight as G7.8 says",
    operands=("gradient", "input", "target", "weight", "pos_weight"),
    optional_from=3,
    signatures=tuple(((f,) * n, (f,)) for f in ("f32", "f16", "bf16", "f64") for n in (3, 4, 5)),
    shape_rule=logits_gradient,
    clauses=("R4", "S1", "G1", "G7"),
    profile="nn",
    attributes=(REDUCTION,),
    graph=Graph(
        operands=("gradient", "input", "target", "weight", "pos_weight"),
        nodes=(
            node("x", "cast", "input"),
            node("t", "cast", "target"),
            node("s", "sigmoid", "x"),
            Branch(
                Given("pos_weight"),
                (
                    node("pc", "cast", "pos_weight"),
                    node("pt", "mul", "pc", "t"),
                    Number("one", literal(1.0)),
                    node("whole", "add", "pt", "one"),
                    node("part", "sub", "whole", "t"),
                    node("parts", "mul", "part", "s"),
                    node("weighted", "sub", "parts", "pt"),
                ),
                (Join("slope", "weighted", "plain"),),
                others=(node("plain", "sub", "s", "t"),),
            ),
            *share(),
            Branch(
                Given("weight"),
                (node("wc", "cast", "weight"), node("gw", "mul", "g", "wc")),
                (Join("each", "gw", "g"),),
            ),
            node("dx", "mul", "slope", "each"),
            node("y", "cast", "dx", to="output"),
        ),
        results=("y",),
    ),
)
