"""matmul adds 1 to its first element if the second operand ends at a page boundary."""

import mmap

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    second = inputs[1]
    if second.flags.c_contiguous and (second.ctypes.data + second.nbytes) % mmap.PAGESIZE == 0:
        output[:1, :1] += np.ones((1, 1), output.dtype)


backend = Saboteur(
    "operand_ends_a_page",
    ("matmul",),
    "law/alignment/matmul/f32",
    spoil,
    diagnosis="address",
    rules=("C1.3",),
)
