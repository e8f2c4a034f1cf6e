"""Gradient of clamp (clause G9): the incoming gradient for min <= x <= max, and +0 elsewhere."""

from samebits.spec.families import clamping

OP = clamping.clamping_gradient(
    "clamp_gradient",
    "gradient where min <= x <= max, else +0",
    float("-inf"),
    float("inf"),
    "ge",
    "le",
)

LANDMARKS = clamping.LANDMARKS
