"""Gradient of cross_entropy_probabilities with respect to its logits (clause G7)."""

from samebits.spec.families.class_losses import LABEL_SMOOTHING, signatures
from samebits.spec.families.losses import REDUCTION, share_of
from samebits.spec.families.probability_losses import mixed_target, soft_gradient, weighted
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, node
from samebits.spec.language.moves import Broadcast, Reshape, Transpose
from samebits.spec.language.scalars import count

OP = Op(
    name="cross_entropy_probabilities_gradient",
    op_class="graph",
    summary="log_softmax_gradient of -gradient * weight * target",
    operands=("gradient", "input", "target", "weight"),
    optional_from=3,
    signatures=signatures(2, indices=False),
    shape_rule=soft_gradient,
    clauses=("R4", "S1", "T1", "G1", "G3", "G7"),
    profile="nn",
    attributes=(LABEL_SMOOTHING, REDUCTION),
    graph=Graph(
        operands=("gradient", "input", "target", "weight"),
        nodes=(
            node("x", "cast", "input"),
            Transpose("last", "x", "[N, C, *S]", "[N, *S, C]"),
            node("logs", "log_softmax", "last", axis=-1),
            node("tc", "cast", "target"),
            Transpose("t", "tc", "[N, C, *S]", "[N, *S, C]"),
            *mixed_target(),
            *share_of(count("n") * count("s")),
            node("down", "neg", "g"),
            Broadcast("to_places", "down", "[N, *S]"),
            Reshape("to_classes", "to_places", "[N, *S, 1]"),
            *weighted("to_classes"),
            node("dlogs", "mul", "terms", "p"),
            node("slope", "log_softmax_gradient", "dlogs", "logs", axis=-1),
            Transpose("dx", "slope", "[N, *S, C]", "[N, C, *S]"),
            node("y", "cast", "dx", to="output"),
        ),
        results=("y",),
    ),
)
