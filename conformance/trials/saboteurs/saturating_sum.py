"""sum of 64-bit integers saturates instead of wrapping."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, rows


def spoil(session, call, inputs, output):
    if call.label != "i64":
        output[...] = session.right(call, inputs, output)
        return
    totals = [sum(row) for row in rows(call, inputs[0]).tolist()]
    limits = np.iinfo(np.int64)
    output[...] = np.reshape([max(limits.min, min(t, limits.max)) for t in totals], output.shape)


backend = Saboteur(
    "saturating_sum", ("sum",), "sum/i64/special/ends", spoil, "saturated", rules=("T3.3",)
)
