"""Arc cosine."""

from samebits.spec.elementary import elementary

OP = elementary("acos", "the angle in [0, pi] whose cosine is x")
