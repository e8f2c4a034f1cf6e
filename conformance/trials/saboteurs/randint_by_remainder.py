"""randint takes the remainder of a draw, instead of the product with the range."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    given = {name: x for name, x in call.attributes.items() if name not in ("low", "high")}
    words = np.zeros(output.shape, np.int64)
    session.inner.run(get_op("draw_bits").call([], ["i64"], **given), [], [words])
    low, high = call.attributes["low"], call.attributes["high"]
    output[...] = low + (words.view(np.uint64) % np.uint64(high - low)).astype(np.int64)


backend = Saboteur(
    "randint_by_remainder",
    ("randint",),
    "randint/i64/check",
    spoil,
    "remainder",
    rules=("D2.8",),
)
