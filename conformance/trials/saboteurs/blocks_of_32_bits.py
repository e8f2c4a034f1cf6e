"""The upper 32 bits of a block's number are lost in draws."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.oracles.drawing import words_by


def spoil(session, call, inputs, output):
    output[...] = words_by(call, lambda low, high, *stream: (low, 0, *stream))


backend = Saboteur(
    "blocks_of_32_bits",
    ("draw_bits",),
    "draw_bits/u32/far/2^34",
    spoil,
    "block-32",
    rules=("D1.1", "D2.2"),
)
