"""A gradient of a layer norm subtracts the product with the mean in one fma."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes, fma32


def wrong(before):
    call, operands = before[-1]
    if call.op != "sub" or before[-2][0].op != "mul" or before[-3][0].op != "sub":
        return None
    normed, mean = before[-2][1]
    return fma32(-normed, mean, operands[0])


backend = Saboteur(
    "fused_layer_norm_gradient",
    ("layer_norm_gradient",),
    "layer_norm_gradient/f32*/length/257",
    by_nodes(wrong),
    "fused",
    rules=(
        "G1.2",
        "G6.3",
    ),
)
