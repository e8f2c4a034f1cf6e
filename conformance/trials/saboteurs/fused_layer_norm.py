"""A layer norm adds the bias to the product with the weight in one fma."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes, fma32


def wrong(before):
    if " ".join(call.op for call, _ in before[-3:]) != "mul cast add":
        return None
    (normed, weight), (_, bias) = before[-3][1], before[-1][1]
    return fma32(normed, weight, bias)


backend = Saboteur(
    "fused_layer_norm",
    ("layer_norm",),
    "layer_norm/f32/length/257",
    by_nodes(wrong),
    "fused",
    rules=(
        "G1.2",
        "G6.1",
    ),
)
