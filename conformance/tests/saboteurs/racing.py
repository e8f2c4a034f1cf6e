"""mul changes its last bit now and then, as a race does."""

import numpy as np

from samebits.conformance.tests.saboteurs.base import Saboteur
from samebits.spec.formats import bits_of


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    draw = session.memory.setdefault("draw", np.random.default_rng(7))
    if right.size and draw.random() < 0.3:
        bits = bits_of(right).copy()
        bits.reshape(-1)[0] ^= bits.dtype.type(1)
        right = bits.view(right.dtype)
    output[...] = right


backend = Saboteur("racing", ("mul",), "law/strides/mul/f32", spoil, "race", rules=("C1.3",))
