"""all treats NaN as false."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, rows


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    terms = rows(call, inputs[0])
    nan = np.isnan(terms.astype(np.float64)).any(axis=1) if terms.size else np.zeros(output.size)
    output[...] = right & (nan.reshape(output.shape) == 0)


backend = Saboteur(
    "nan_is_false",
    ("all",),
    "all/f32_to_bool/special/placed",
    spoil,
    "nan-is-false",
    rules=("T3.4",),
)
