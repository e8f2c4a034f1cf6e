"""Gradient of hardtanh (clause G9): the incoming gradient strictly between the bounds."""

from samebits.spec.families import clamping

OP = clamping.clamping_gradient(
    "hardtanh_gradient",
    "gradient where min < x < max, else +0",
    -1.0,
    1.0,
    "gt",
    "lt",
    clamping.IN_ORDER,
)

LANDMARKS = clamping.LANDMARKS_IN_ORDER
