"""exp and sigmoid lose the largest magnitude of a lane's operands at a signalling NaN.

The lane then does not detect that an operand needs a different formula. A session of the C backend
had this mistake on AVX-512. Its maximum instruction returns the other operand if one is a quiet
NaN, and makes a signalling NaN quiet.
"""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur

LIMIT = np.float32(64)
_LANES = 16


def greatest(x):
    """Return the largest magnitude of each lane, computed with the mistake."""
    sizes = np.abs(np.append(x, np.zeros(-x.size % _LANES, np.float32))).reshape(-1, _LANES)
    signalling = np.isnan(sizes) & (sizes.view(np.uint32) < 0x7FC00000)
    most = np.zeros(_LANES, np.float32)
    for size, forgets in zip(sizes, signalling, strict=True):
        most = np.where(forgets, np.float32(np.nan), np.fmax(most, size))
    return most


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    if call.label == "f32" and inputs[0].ndim == 1 and (greatest(inputs[0]) <= LIMIT).all():
        far = np.abs(inputs[0]) > LIMIT
        limit = np.copysign(LIMIT, inputs[0]).astype(np.float32)
        output[far] = session.right(call, [limit], output)[far]


backend = Saboteur(
    "forgets_at_nan", ("exp", "sigmoid"), "law/neighbours/sigmoid/f32", spoil, rules=("C1.3",)
)
