"""Inequality."""

from samebits.spec.families.core_functions import comparison

OP = comparison("ne", "!=", of_nan=True)
