"""Clamping to [-1, 1] or other bounds, like torch.nn.functional.hardtanh (clause G9)."""

from samebits.spec.families import clamping

OP = clamping.clamping("hardtanh", "minimum(maximum(x, min), max)", -1.0, 1.0, clamping.IN_ORDER)

LANDMARKS = clamping.LANDMARKS_IN_ORDER
