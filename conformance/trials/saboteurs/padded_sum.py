"""sum pads its terms with +0 to a power of two, so that a sum of -0 becomes +0."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    output[...] = right + np.zeros((), output.dtype)
    output[np.isnan(right)] = right[np.isnan(right)]


backend = Saboteur(
    "padded_sum", ("sum",), "sum/f32/special/zeros-5", spoil, "zero-padding", rules=("T1.3",)
)
