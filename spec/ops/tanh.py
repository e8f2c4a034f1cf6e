"""Hyperbolic tangent."""

from samebits.spec.elementary import elementary

OP = elementary("tanh", "(e^2x - 1) / (e^2x + 1)")
