"""masked_sum adds only the selected elements by a tree over them, without the gaps."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    x, mask = (rows(call, operand) for operand in inputs)
    sums = [pairwise(line[kept]) if kept.any() else 0 for line, kept in zip(x, mask, strict=True)]
    output[...] = canonical(np.array(sums, output.dtype)).reshape(output.shape)


backend = Saboteur(
    "compacted_masked_sum",
    ("masked_sum",),
    "masked_sum/f32/length/100",
    spoil,
    "compacted",
    rules=("T8.1", "T8.3"),
)
