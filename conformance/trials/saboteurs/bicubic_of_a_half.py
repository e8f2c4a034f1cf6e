"""A bicubic resampling uses the coefficient -1/2 of Keys' paper instead of -3/4."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes

A = -0.5


def weights(size, places):
    """Return the four weights for each output position, without aligned corners."""
    over = (2 * np.arange(places) + 1) * size - places
    t = (over % (2 * places))[:, None] / (2 * places)
    away = np.abs(t - np.array([[-1.0, 0.0, 1.0, 2.0]]))
    outer = A * (away**3 - 5 * away**2 + 8 * away - 4)
    inner = (A + 2) * away**3 - (A + 3) * away**2 + 1
    return np.where(away > 1, outer, inner).astype(np.float32)


def wrong(before):
    call, operands = before[-1]
    if call.op != "mul":
        return None
    x = before[0][1][0]
    axis = 3 if sum(inner.op == "mul" for inner, _ in before) == 1 else 2
    return operands[0] * weights(x.shape[axis], operands[0].shape[-2])


backend = Saboteur(
    "bicubic_of_a_half",
    ("upsample_bicubic2d",),
    "upsample_bicubic2d/f32/odd/0",
    by_nodes(wrong),
    "other-coefficient",
    rules=("G13.4",),
)
