"""AMSGrad stores its largest average of squares, but divides by the average of this step."""

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        return operands[1] if inner.op == "maximum" else None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "forgotten_maximum",
    ("adamw",),
    "adamw/f32/attributes/0",
    spoil,
    "left-out",
    rules=("G8.8",),
)
