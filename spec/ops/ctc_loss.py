"""Loss of connectionist temporal classification (clause G7): a loop over the steps."""

from samebits.spec.families.ctc import ATTRIBUTES, READ, ctc_loss, signatures
from samebits.spec.families.ctc_graphs import CTC_LOSS
from samebits.spec.language.declare import Op
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Ref

OP = Op(
    name="ctc_loss",
    op_class="graph",
    summary="-log of the probability of all ways to emit the targets of a sample, by logsumexp",
    operands=READ,
    signatures=signatures(),
    shape_rule=ctc_loss,
    clauses=("R4", "S1", "T3", "G1", "G7"),
    profile="nn",
    results=("loss", "log_alpha"),
    attributes=ATTRIBUTES,
    graph=CTC_LOSS,
    gradients=(
        Gradient(
            operand="log_probs",
            op="ctc_loss_gradient",
            inputs=(OF + "loss", "log_alpha", *READ),
            attributes={each.name: Ref(each.name) for each in ATTRIBUTES},
        ),
    ),
)
