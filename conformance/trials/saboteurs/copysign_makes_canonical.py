"""copysign makes every NaN canonical, though it edits bits and must keep payloads."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    output[...] = canonical(session.right(call, inputs, output))


backend = Saboteur(
    "copysign_makes_canonical",
    ("copysign",),
    "copysign/f32/specials",
    spoil,
    "nan-payload",
    rules=("S2.1",),
)
