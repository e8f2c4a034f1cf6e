"""In the counter of draws, the words of the stream come before the words of the block."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.oracles.drawing import words_by


def spoil(session, call, inputs, output):
    output[...] = words_by(call, lambda low, high, *stream: (*stream, low, high))


backend = Saboteur(
    "counter_words_swapped",
    ("draw_bits",),
    "draw_bits/u32/check",
    spoil,
    "counter",
    rules=("D1.1",),
)
