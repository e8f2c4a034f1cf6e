"""A matrix product reads its u8 operand as i8, like a library with one integer kernel."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    if call.label != "u8_i8_to_i32":
        output[...] = session.right(call, inputs, output)
        return
    signed = get_op("matmul").call(["i8", "i8"], ["i32"], **call.attributes)
    output[...] = session.right(signed, [inputs[0].view(np.int8), inputs[1]], output)


backend = Saboteur(
    "unsigned_as_signed",
    ("matmul",),
    "matmul/u8_i8_to_i32/ragged/m3-n5-k7",
    spoil,
    "signedness",
    rules=("T4.4",),
)
