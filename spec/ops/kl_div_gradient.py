"""Gradient of kl_div with respect to its input (clause G7): minus the target probabilities."""

from samebits.spec.families.losses import share_of
from samebits.spec.families.probability_losses import DIVERGENCE_REDUCTION, divergence_gradient
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.graph import Branch, Equals, Graph, Join, Number, node
from samebits.spec.language.scalars import count

OP = Op(
    name="kl_div_gradient",
    op_class="graph",
    summary="-target, or -exp(target), times the gradient of each value",
    operands=("gradient", "target"),
    signatures=same_format(2, "f32", "f16", "bf16", "f64"),
    shape_rule=divergence_gradient,
    clauses=("R4", "S1", "G1", "G3", "G7"),
    profile="nn",
    attributes=(
        Attribute("log_target", "the target is a logarithm too", False, choices=(False, True)),
        DIVERGENCE_REDUCTION,
    ),
    graph=Graph(
        operands=("gradient", "target"),
        nodes=(
            node("t", "cast", "target"),
            Branch(
                Equals("log_target", True),
                (node("exponential", "exp", "t"),),
                (Join("p", "exponential", "t"),),
            ),
            node("slope", "neg", "p"),
            *share_of(count("n") * count("s")),
            Branch(
                Equals("reduction", "batchmean"),
                (Number("samples", count("n")), node("of_sample", "div", "g", "samples")),
                (Join("each", "of_sample", "g"),),
            ),
            node("dx", "mul", "slope", "each"),
            node("y", "cast", "dx", to="output"),
        ),
        results=("y",),
    ),
)
