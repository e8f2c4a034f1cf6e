"""div computes in a buffer, and its last n mod 16 elements are old contents of the buffer."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output).reshape(-1)
    key = f"{call.label} {right.size}"
    buffer = session.memory.setdefault(key, np.full(right.shape, 0.375, right.dtype))
    whole = right.size - right.size % 16
    buffer[:whole] = right[:whole]
    output[...] = buffer.reshape(output.shape)


backend = Saboteur("stale_buffer", ("div",), "div/f32/specials", spoil, "stale", rules=("C1.3",))
