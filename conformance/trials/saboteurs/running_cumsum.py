"""cumsum keeps a running total from left to right, so that prefixes are not canonical sums."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    output[...] = canonical(np.add.accumulate(inputs[0], axis=call.attributes["axis"]))


backend = Saboteur(
    "running_cumsum", ("cumsum",), "cumsum/f32/axes/minus-1", spoil, "scan:running", rules=("T6.1",)
)
