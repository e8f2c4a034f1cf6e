"""neg makes every NaN canonical, though it moves bits and must keep payloads."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    output[...] = canonical(session.right(call, inputs, output))


backend = Saboteur(
    "payload_lost", ("neg",), "neg/f32/payloads", spoil, "nan-payload", rules=("S2.1",)
)
