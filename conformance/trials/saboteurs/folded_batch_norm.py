"""A batch norm folds statistics and weights into one factor and one addend."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    ops = " ".join(call.op for call, _ in before)
    if not ops.endswith("sub mul cast mul cast add"):
        return None
    (x, mean), (_, root), (_, weight) = before[-6][1], before[-5][1], before[-3][1]
    factor = weight * root
    return x * factor + (before[-1][1][1] - mean * factor)


backend = Saboteur(
    "folded_batch_norm",
    ("batch_norm_inference",),
    "batch_norm_inference/f32/length/257",
    by_nodes(wrong),
    "folded",
    rules=("G6.12",),
)
