"""add reads four bytes past its first operand, and crashes if no memory is mapped there."""

import ctypes

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    first = inputs[0]
    if first.size and first.flags.c_contiguous:
        ctypes.string_at(first.ctypes.data + first.nbytes, 4)
    output[...] = session.right(call, inputs, output)


backend = Saboteur(
    "reads_behind_the_end",
    ("add",),
    "law/alignment/add/f32",
    spoil,
    outcome="crash",
    rules=("C1.3",),
)
