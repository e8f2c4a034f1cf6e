"""hypot in binary32 rounds its formula in binary64, whose rounding may create a tie."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label == "f32":
        x, y = (operand.astype(np.float64) for operand in inputs)
        finite = np.isfinite(x) & np.isfinite(y)
        right[finite] = np.sqrt(x * x + y * y)[finite].astype(np.float32)
    output[...] = right


backend = Saboteur(
    "hypot_by_its_formula",
    ("hypot",),
    "hypot/f32/twice",
    spoil,
    "double-rounding:f64",
    rules=("R2.1",),
)
