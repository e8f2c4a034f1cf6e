"""A gradient of the weight adds the samples from left to right, instead of by T1."""

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    parts = [
        session.right(call, [x[n : n + 1] for x in inputs], output) for n in range(len(inputs[0]))
    ]
    output[...] = sum(parts[1:], parts[0])


backend = Saboteur(
    "samples_in_sequence",
    ("conv2d_weight_gradient",),
    "conv2d_weight_gradient/f32/geometry/samples-6",
    spoil,
    "samples:sequential",
    rules=("T5.6",),
)
