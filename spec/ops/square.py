"""Square: the multiplication x * x."""

from samebits.spec.elementary import elementary

OP = elementary("square", "x * x")
