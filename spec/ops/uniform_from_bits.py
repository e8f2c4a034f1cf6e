"""Evenly spaced numbers in [0, 1) computed from random words, as in the draw (clause D2)."""

from samebits.spec.families.draws import from_bits

OP = from_bits(
    "uniform_from_bits",
    "the upper bits of a word, as many as the significand has, over their number",
)
