"""Cross entropy of logits and a probability for each class, as soft targets (clause G7)."""

from samebits.spec.families.class_losses import LABEL_SMOOTHING, signatures
from samebits.spec.families.losses import REDUCTION, reduced
from samebits.spec.families.probability_losses import mixed_target, soft, weighted
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Graph, Ref, node
from samebits.spec.language.moves import Transpose

OP = Op(
    name="cross_entropy_probabilities",
    op_class="graph",
    summary="-sum over classes of log_softmax(input) * target, weighted, smoothed, reduced",
    operands=("input", "target", "weight"),
    optional_from=2,
    signatures=signatures(1, indices=False),
    shape_rule=soft,
    clauses=("R4", "S1", "T1", "G1", "G3", "G7"),
    profile="nn",
    attributes=(LABEL_SMOOTHING, REDUCTION),
    graph=Graph(
        operands=("input", "target", "weight"),
        nodes=(
            node("x", "cast", "input"),
            Transpose("last", "x", "[N, C, *S]", "[N, *S, C]"),
            node("logs", "log_softmax", "last", axis=-1),
            node("tc", "cast", "target"),
            Transpose("t", "tc", "[N, C, *S]", "[N, *S, C]"),
            *mixed_target(),
            node("expected", "mul", "logs", "p"),
            *weighted("expected"),
            node("of_classes", "sum", "terms", axes=(-1,), keepdims=False),
            node("value", "neg", "of_classes"),
            *reduced("value"),
        ),
        results=("y",),
    ),
    gradients=(
        Gradient(
            operand="input",
            op="cross_entropy_probabilities_gradient",
            inputs=("gradient of result", "input", "target", "weight"),
            attributes={name: Ref(name) for name in ("label_smoothing", "reduction")},
        ),
    ),
)
