"""log in binary32 rounds the binary64 result: wrong for five of the 2^32 inputs."""

import math

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label == "f32":
        x = inputs[0].astype(np.float64)
        normal = np.isfinite(x) & (x > 0)
        values = [math.log(v) for v in x[normal].tolist()]
        right[normal] = np.array(values, np.float64).astype(np.float32)
    output[...] = right


backend = Saboteur(
    "log_through_f64", ("log",), "log/f32/hard", spoil, "double-rounding:f64", rules=("R2.1",)
)
