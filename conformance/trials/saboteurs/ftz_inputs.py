"""Subnormal operands are read as zero, as with DAZ set."""

from samebits.conformance.trials.saboteurs.base import Saboteur, flushed


def spoil(session, call, inputs, output):
    output[...] = session.right(call, [flushed(x) for x in inputs], output)


backend = Saboteur("ftz_inputs", ("mul",), "mul/f32/specials", spoil, "ftz-inputs", rules=("R1.3",))
