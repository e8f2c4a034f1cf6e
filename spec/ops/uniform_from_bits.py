"""Words as numbers from 0 to before 1, evenly spaced, as the draw makes them (clause D2)."""

from samebits.spec.families.draws import from_bits

OP = from_bits(
    "uniform_from_bits",
    "the upper bits of a word, as many as the significand has, over their number",
)
