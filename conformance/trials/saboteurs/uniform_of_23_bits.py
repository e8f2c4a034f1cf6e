"""A uniform number has as many bits as binary32 stores (23), which is one bit too few."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    words = np.zeros(output.shape, np.uint32)
    session.inner.run(get_op("draw_bits").call([], ["u32"], **call.attributes), [], [words])
    output[...] = (words >> 9) * np.float32(2.0**-23)


backend = Saboteur(
    "uniform_of_23_bits",
    ("uniform",),
    "uniform/f32/check",
    spoil,
    "23-bits",
    rules=("D2.4",),
)
