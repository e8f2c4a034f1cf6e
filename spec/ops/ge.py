"""Greater than or equal."""

from samebits.spec.arithmetic import comparison

OP = comparison("ge", ">=")
