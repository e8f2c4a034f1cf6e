"""A batch norm returns the running statistics that it was given: they are never updated."""

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    with_node(session, call, inputs, output, lambda inner, operands: None)
    for old, new in zip(inputs[3:5], session.memory["others"][2:4], strict=False):
        new[...] = old


backend = Saboteur(
    "running_statistics_stand",
    ("batch_norm",),
    "trajectory/convolutional/f32/small/steps",
    spoil,
    "attribute:momentum",
    rules=("G6.10", "G20.3"),
)
