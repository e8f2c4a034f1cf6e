"""max ignores NaN, as fmax does."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, rows


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    best = np.fmax.reduce(rows(call, inputs[0]), axis=1).reshape(output.shape)
    output[...] = canonical(np.where(np.isnan(right), best, right).astype(right.dtype))


backend = Saboteur(
    "nan_ignored", ("max",), "max/f32/special/placed-16", spoil, "nan-ignored", rules=("S3.4",)
)
