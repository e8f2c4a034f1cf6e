"""Scaled exponential linear unit, its constants exactly the decimals that S4 gives."""

from samebits.spec.elementary import elementary

OP = elementary("selu", "scale * (x if x > 0, else a * (e^x - 1))")
