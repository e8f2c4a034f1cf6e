"""bernoulli compares the draw and the probability in binary32."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    words = np.zeros(output.shape, np.uint32)
    given = {name: x for name, x in call.attributes.items() if name != "p"}
    session.inner.run(get_op("draw_bits").call([], ["u32"], **given), [], [words])
    output[...] = words.astype(np.float32) < np.float32(call.attributes["p"] * 2.0**32)


backend = Saboteur(
    "bernoulli_in_binary32",
    ("bernoulli",),
    "bernoulli/bool/p/*",
    spoil,
    "compared-in-f32",
    rules=("D2.7",),
)
