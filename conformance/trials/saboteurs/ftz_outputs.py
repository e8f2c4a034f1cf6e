"""Subnormal results are flushed to zero, as with FTZ set."""

from samebits.conformance.trials.saboteurs.base import Saboteur, flushed


def spoil(session, call, inputs, output):
    output[...] = flushed(session.right(call, inputs, output))


backend = Saboteur(
    "ftz_outputs", ("mul",), "mul/f32/underflow", spoil, "ftz-outputs", rules=("R1.3",)
)
