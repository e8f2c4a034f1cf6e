"""Standard normal numbers computed from random words, as in `normal` (clause D2)."""

from samebits.spec.families.draws import from_bits

OP = from_bits(
    "normal_from_bits",
    "the quantile of the standard normal distribution at (2k + 1) / 2^33, rounded once",
)
