"""mul sometimes changes its last bit, like a race condition."""

import os

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.formats import bits_of


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if right.size and os.urandom(1)[0] % 2:
        bits = bits_of(right).copy()
        bits.reshape(-1)[0] ^= bits.dtype.type(1)
        right = bits.view(right.dtype)
    output[...] = right


backend = Saboteur("racing", ("mul",), "law/strides/mul/f32", spoil, "race", rules=("C1.3",))
