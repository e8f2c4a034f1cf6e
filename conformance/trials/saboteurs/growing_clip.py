"""clip_grad_norm scales small gradients up, because its factor has no upper bound."""

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    def node(inner, operands):
        return operands[0] if inner.op == "minimum" else None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "growing_clip",
    ("clip_grad_norm",),
    "clip_grad_norm/f32/attributes/1",
    spoil,
    "left-out",
    rules=("G8.16",),
)
