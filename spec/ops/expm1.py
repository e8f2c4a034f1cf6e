"""Natural exponential less one, without cancellation near 0."""

from samebits.spec.elementary import elementary

OP = elementary("expm1", "e to the power x, minus 1")
