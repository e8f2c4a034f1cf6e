"""pow in binary32 rounds the C library's binary64 result, whose rounding may create a tie."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label == "f32":
        x, y = (operand.astype(np.float64) for operand in inputs)
        plain = np.isfinite(x) & np.isfinite(y) & (x > 0)
        right[plain] = np.power(x, y)[plain].astype(np.float32)
    output[...] = right


backend = Saboteur(
    "pow_through_f64",
    ("pow",),
    "pow/f32/twice",
    spoil,
    "double-rounding:f64",
    rules=("R2.1",),
)
