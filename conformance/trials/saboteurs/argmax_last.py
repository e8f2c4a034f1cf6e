"""argmax returns the last index of the maximum."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0])
    first = session.right(call, inputs, output).reshape(-1)
    bits = terms.view(f"u{terms.dtype.itemsize}")
    nan = np.isnan(terms)
    best = bits[np.arange(len(bits)), first][:, None]
    best_nan = nan[np.arange(len(bits)), first][:, None]
    same = np.where(best_nan, nan, bits == best)
    last = terms.shape[1] - 1 - np.argmax(same[:, ::-1], axis=1)
    output[...] = last.reshape(output.shape)


backend = Saboteur(
    "argmax_last",
    ("argmax",),
    "argmax/f32_to_i64/special/ties",
    spoil,
    "argmax-last",
    rules=("S3.5",),
)
