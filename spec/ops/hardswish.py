"""Hard swish: x times the piecewise linear sigmoid."""

from samebits.spec.elementary import elementary

OP = elementary("hardswish", "x * min(max(x + 3, 0), 6) / 6")
