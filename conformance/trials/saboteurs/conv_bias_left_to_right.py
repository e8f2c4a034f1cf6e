"""The gradient of the bias of a convolution adds the positions of a sample in sequence."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    if call.op != "sum" or len([inner for inner, _ in before if inner.op == "sum"]) > 1:
        return None
    total = operands[0][..., 0].copy()
    for place in range(1, operands[0].shape[-1]):
        total += operands[0][..., place]
    return total


backend = Saboteur(
    "conv_bias_left_to_right",
    ("conv_bias_gradient",),
    "conv_bias_gradient/f32/places/64",
    by_nodes(wrong),
    "tree:sequential",
    rules=(
        "G5.1",
        "G5.3",
        "G12.2",
    ),
)
