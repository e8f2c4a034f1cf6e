"""bitwise_xor keeps the bits that are set in both operands, as bitwise_or does."""

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = inputs[0] | inputs[1]


backend = Saboteur(
    "or_for_xor",
    ("bitwise_xor",),
    "bitwise_xor/i32/specials",
    spoil,
    "other-bits",
    rules=("S2.4",),
)
