"""Inequality."""

from samebits.spec.arithmetic import comparison

OP = comparison("ne", "!=", of_nan=True)
