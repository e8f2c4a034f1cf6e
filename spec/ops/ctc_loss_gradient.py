"""Gradient of ctc_loss (clause G7): a loop over the steps in reverse order."""

from samebits.spec.families.ctc import ATTRIBUTES, READ, ctc_loss_gradient, gradient_signatures
from samebits.spec.families.ctc_graphs import CTC_LOSS_GRADIENT
from samebits.spec.language.declare import Op

OP = Op(
    name="ctc_loss_gradient",
    op_class="graph",
    summary="(exp(log_probs) - the probability of a class at a step) * gradient",
    operands=("gradient", "log_alpha", *READ),
    signatures=gradient_signatures(),
    shape_rule=ctc_loss_gradient,
    clauses=("R4", "S1", "T3", "T7", "G1", "G7"),
    profile="nn",
    attributes=ATTRIBUTES,
    graph=CTC_LOSS_GRADIENT,
)
