"""Absolute value: an operation on bits, so a NaN keeps its payload."""

from samebits.spec.arithmetic import edit_of_bits

OP = edit_of_bits("abs", "x with its sign bit cleared")
