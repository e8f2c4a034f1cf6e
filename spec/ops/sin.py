"""Sine of radians, with the true pi for arguments of every size."""

from samebits.spec.elementary import elementary

OP = elementary("sin", "sin x, x in radians")
