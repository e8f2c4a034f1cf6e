"""Adam does not correct the bias of its average of squares."""

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    divisions = []

    def node(inner, operands):
        if inner.op != "div":
            return None
        divisions.append(inner)
        return operands[0] if len(divisions) == 1 else None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "uncorrected_adam",
    ("adam",),
    "adam/f32/attributes/0",
    spoil,
    "left-out",
    rules=("G8.9", "G3.1"),
)
