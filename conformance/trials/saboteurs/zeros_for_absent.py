"""masked_sum uses +0 for absent elements, so that a sum of only -0 becomes +0."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    x, mask = inputs
    filled = np.where(mask.view(np.uint8) != 0, x, np.zeros((), x.dtype))
    total = get_op("sum").call(call.inputs[:1], call.outputs, **call.attributes)
    output[...] = session.right(total, [filled], output)


backend = Saboteur(
    "zeros_for_absent",
    ("masked_sum",),
    "masked_sum/f32/special",
    spoil,
    "signed-zero",
    rules=("T8.1", "T1.3"),
)
