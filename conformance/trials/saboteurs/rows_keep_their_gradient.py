"""index_put_gradient keeps the gradient of the prior value in rows that an update has replaced."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, with_node


def spoil(session, call, inputs, output):
    with_node(session, call, inputs, output, lambda inner, operands: None)
    output[...] = canonical(inputs[0])


backend = Saboteur(
    "rows_keep_their_gradient",
    ("index_put_gradient",),
    "index_put_gradient/f32_i64_to_f32/rows/vector",
    spoil,
    "left-out",
    rules=("T7.10",),
)
