"""Greater than."""

from samebits.spec.arithmetic import comparison

OP = comparison("gt", ">")
