"""exp is faithfully but not always correctly rounded: its error before rounding is too large."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    x = inputs[0].astype(np.float64)
    output[...] = canonical((np.exp(x) * (1 + 2.0**-26)).astype(np.float32))


backend = Saboteur(
    "faithful_exp", ("exp",), "exp/f32/exponents", spoil, "not-correctly-rounded", rules=("R2.1",)
)
