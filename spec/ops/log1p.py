"""Natural logarithm of one more, without cancellation near 0."""

from samebits.spec.elementary import elementary

OP = elementary("log1p", "the natural logarithm of 1 + x")
