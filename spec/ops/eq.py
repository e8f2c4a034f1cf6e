"""Equality."""

from samebits.spec.arithmetic import comparison

OP = comparison("eq", "==")
