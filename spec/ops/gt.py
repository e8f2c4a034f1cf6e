"""Greater than."""

from samebits.spec.families.core_functions import comparison

OP = comparison("gt", ">")
