"""Cosine of radians, with the true pi for arguments of every size."""

from samebits.spec.elementary import elementary

OP = elementary("cos", "cos x, x in radians")
