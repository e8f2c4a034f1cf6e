"""ctc_loss_gradient uses 1 for the gradient of every loss."""

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        return operands[0].copy() if inner.op == "mul" else None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "gradient_of_loss_forgotten",
    ("ctc_loss_gradient",),
    "ctc_loss_gradient/f32_i64_to_f32/plain",
    spoil,
    "left-out",
    rules=("G7.19",),
)
