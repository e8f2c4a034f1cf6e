"""Negation: an operation on bits, so a NaN keeps its payload."""

from samebits.spec.families.core_functions import edit_of_bits

OP = edit_of_bits("neg", "x with its sign bit flipped")
