"""Equality."""

from samebits.spec.families.core_functions import comparison

OP = comparison("eq", "==")
