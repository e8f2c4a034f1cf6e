"""Natural exponential."""

from samebits.spec.elementary import elementary

OP = elementary("exp", "e to the power x")
