"""Power (IEEE 754 pow)."""

from samebits.spec.elementary import elementary

OP = elementary("pow", "x to the power y", operands=("x", "y"))
