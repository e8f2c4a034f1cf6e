"""mul computes in the floating-point environment of the caller, whatever its state."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    output[...] = canonical(inputs[0] * inputs[1])


backend = Saboteur(
    "environment_matters", ("mul",), "law/environment/mul/f32", spoil, rules=("S5.1",)
)
