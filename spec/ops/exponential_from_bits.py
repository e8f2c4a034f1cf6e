"""Standard exponential numbers computed from random words, as in `exponential` (clause D2)."""

from samebits.spec.families.draws import from_bits

OP = from_bits("exponential_from_bits", "-log((2k + 1) / 2^33), rounded once")
