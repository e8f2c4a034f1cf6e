"""Clamping between two host scalars, like torch.clamp (clause G9): min(max(x, min), max)."""

from samebits.spec.families import clamping

OP = clamping.clamping(
    "clamp",
    "minimum(maximum(x, min), max); a bound that is left out is an infinity",
    float("-inf"),
    float("inf"),
)

LANDMARKS = clamping.LANDMARKS
