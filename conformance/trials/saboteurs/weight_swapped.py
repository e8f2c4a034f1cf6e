"""linear reads a square weight as [K, N], since the shapes fit anyway."""

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    x, weight, *bias = inputs
    swapped = weight.T if weight.shape[0] == weight.shape[1] else weight
    output[...] = session.right(call, [x, swapped, *bias], output)


backend = Saboteur(
    "weight_swapped",
    ("linear",),
    "linear/f32/mixed/16x16-16x16",
    spoil,
    "transposed-operand",
    rules=("T4.2",),
)
