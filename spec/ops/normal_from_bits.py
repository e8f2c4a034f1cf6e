"""Words as numbers of the standard normal distribution, as the draw makes them (clause D2)."""

from samebits.spec.families.draws import from_bits

OP = from_bits(
    "normal_from_bits",
    "the quantile of the standard normal distribution at (2k + 1) / 2^33, rounded once",
)
