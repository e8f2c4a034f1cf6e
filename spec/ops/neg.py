"""Negation: an operation on bits, so the payload of a NaN does not change."""

from samebits.spec.families.core_functions import edit_of_bits

OP = edit_of_bits("neg", "x with its sign bit flipped")
