"""The exhaustive oracle: the bits of a unary op for a whole range of input patterns, in a moment.

A filter in C (`src/`) computes, for every input, an enclosure of the exact value with the C
library's binary64 functions, thousands of times wider than their errors. Rounding is monotone:
where both ends of the enclosure round to the same bits, these are the answer (clause R2). The few
inputs left, those near a midpoint of the format, are decided by the op's oracle: exact cases by its
list, the rest by Arb's rigorous balls. No code of a backend takes part. README.md says what is
trusted, and why each enclosure holds.
"""

from samebits.oracles.sweep.engine import BLOCK, Swept, sweep, sweep_at, sweepable

__all__ = ["BLOCK", "Swept", "sweep", "sweep_at", "sweepable"]
