"""Binary cross entropy of logits (clause G7), stable for every logit."""

from samebits.spec.families.losses import REDUCTION, reduced
from samebits.spec.families.probability_losses import logits
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Branch, Given, Graph, Join, Number, Ref, node
from samebits.spec.language.scalars import literal

OP = Op(
    name="bce_with_logits",
    op_class="graph",
    summary="(1 - target) * input - c * logsigmoid(input), weighted and reduced",
    operands=("input", "target", "weight", "pos_weight"),
    optional_from=2,
    signatures=tuple(((f,) * n, (f,)) for f in ("f32", "f16", "bf16", "f64") for n in (2, 3, 4)),
    shape_rule=logits,
    clauses=("R4", "S1", "T1", "G1", "G7"),
    profile="nn",
    attributes=(REDUCTION,),
    graph=Graph(
        operands=("input", "target", "weight", "pos_weight"),
        nodes=(
            node("x", "cast", "input"),
            node("t", "cast", "target"),
            Number("one", literal(1.0)),
            node("rest", "sub", "one", "t"),
            node("restx", "mul", "rest", "x"),
            node("l", "logsigmoid", "x"),
            Branch(
                Given("pos_weight"),
                (
                    node("pc", "cast", "pos_weight"),
                    node("more", "sub", "pc", "one"),
                    node("moret", "mul", "more", "t"),
                    node("c", "add", "moret", "one"),
                    node("cl", "mul", "c", "l"),
                ),
                (Join("positive", "cl", "l"),),
            ),
            node("v", "sub", "restx", "positive"),
            Branch(
                Given("weight"),
                (node("wc", "cast", "weight"), node("vw", "mul", "v", "wc")),
                (Join("value", "vw", "v"),),
            ),
            *reduced("value"),
        ),
        results=("y",),
    ),
    gradients=(
        Gradient(
            operand="input",
            op="bce_with_logits_gradient",
            inputs=("gradient of result", "input", "target", "weight", "pos_weight"),
            attributes={"reduction": Ref("reduction")},
        ),
    ),
    notes="A call with pos_weight but without a weight passes a weight of 1, which changes no bit.",
)
