"""pow in binary64 rounds a value of 120 bits. It is wrong if more bits are needed."""

import mpmath
import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label == "f64":
        x, y = inputs
        plain = np.isfinite(x) & np.isfinite(y) & (x > 0) & np.isfinite(right) & (right != 0)
        with mpmath.workprec(120):
            pairs = zip(x[plain].tolist(), y[plain].tolist(), strict=True)
            values = [mpmath.power(a, b) for a, b in pairs]
            right[plain] = [float(value) for value in values]
    output[...] = right


backend = Saboteur(
    "pow_at_120_bits", ("pow",), "pow/f64/hard", spoil, "not-correctly-rounded", rules=("R2.1",)
)
