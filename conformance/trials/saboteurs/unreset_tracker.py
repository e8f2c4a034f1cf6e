"""update_scale does not reset its counter after growth."""

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    selections = []

    def node(inner, operands):
        if inner.op != "where" or inner.outputs != ("f64",):
            return None
        selections.append(inner)
        return operands[2] if len(selections) == 1 else None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "unreset_tracker",
    ("update_scale",),
    "update_scale/*/numbers/1-*-2-0",
    spoil,
    "other-choice",
    rules=("G8.19",),
)
