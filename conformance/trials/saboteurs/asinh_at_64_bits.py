"""asinh in binary64 is first rounded correctly to 64 bits, and then to 53 bits."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.oracles.rounding import round_to
from samebits.spec.formats import bits_of
from samebits.vectors.search.twice import exact_values, to_bits


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label == "f64":
        rows = [(pattern,) for pattern in bits_of(inputs[0]).reshape(-1).tolist()]
        bits = right.reshape(-1).view(np.uint64)
        for place, value in enumerate(exact_values(call, rows)):
            if value is not None:
                bits[place] = round_to(to_bits(value), "f64")
        right = bits.view(np.float64).reshape(right.shape)
    output[...] = right


backend = Saboteur(
    "asinh_at_64_bits",
    ("asinh",),
    "asinh/f64/twice",
    spoil,
    "not-correctly-rounded",
    rules=("R2.1",),
)
