"""Greater than or equal."""

from samebits.spec.families.core_functions import comparison

OP = comparison("ge", ">=")
