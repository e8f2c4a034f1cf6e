"""The exhaustive oracle: fast exact results of a unary op for a whole range of input patterns.

A filter in C (`src/`) computes, for every input, an enclosure of the exact value with the C
library's binary64 functions. The enclosure is thousands of times wider than the errors of these
functions. Rounding is monotone: if both ends round to the same bits, these bits are the result
(clause R2). The few other inputs, whose results are near a midpoint of the format, are decided by
the op's oracle: by `known` for exact cases, and by Arb's rigorous balls for the others. It uses no
code of a backend. README.md says what is trusted, and why each enclosure contains the exact value.
"""

from samebits.oracles.sweep.engine import BLOCK, Swept, sweep, sweep_at, sweepable

__all__ = ["BLOCK", "Swept", "sweep", "sweep_at", "sweepable"]
