"""argmin returns the last index of the minimum."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0])
    if call.label != "f32_to_i64" or np.isnan(terms).any():
        output[...] = session.right(call, inputs, output)
        return
    key = np.where((terms == 0) & np.signbit(terms), -1e-45, terms)
    last = terms.shape[1] - 1 - np.argmin(key[:, ::-1], axis=1)
    output[...] = last.reshape(output.shape)


backend = Saboteur(
    "argmin_last",
    ("argmin",),
    "argmin/f32_to_i64/special/ties",
    spoil,
    "argmin-last",
    rules=("S3.5",),
)
