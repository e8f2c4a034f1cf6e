"""Evenly spaced numbers in [0, 1) computed from random words, as in `uniform` (clause D2)."""

from samebits.spec.families.draws import from_bits

OP = from_bits(
    "uniform_from_bits",
    "the upper p bits of a word divided by 2^p, where p is the precision of the format",
)
