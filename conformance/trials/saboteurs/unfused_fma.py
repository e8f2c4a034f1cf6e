"""fma is computed as a multiplication and an addition, with two roundings."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    a, b, c = inputs
    output[...] = canonical(a * b + c)


backend = Saboteur("unfused_fma", ("fma",), "fma/f32/random", spoil, "unfused", rules=("R2.1",))
