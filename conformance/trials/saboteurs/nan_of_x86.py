"""A NaN result has the default bits of x86, ffc00000."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.formats import from_bits


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label == "f32":
        nan = from_bits(np.array(0xFFC00000, np.uint32), "f32")
        right = np.where(np.isnan(right), nan, right)
    output[...] = right


backend = Saboteur(
    "nan_of_x86", ("sub",), "sub/f32/specials", spoil, "nan-not-canonical", rules=("S1.1",)
)
