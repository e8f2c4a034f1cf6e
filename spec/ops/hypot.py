"""Length of a vector of two components (IEEE 754 hypot)."""

from samebits.spec.elementary import elementary

OP = elementary("hypot", "sqrt(x^2 + y^2)", operands=("x", "y"))
