"""The exhaustive oracle: fast exact results of a unary op for a whole range of input patterns.

A filter in C (`src/`) computes, for every input, an enclosure of the exact value with the C
library's binary64 functions. The enclosure is thousands of times wider than the errors of these
functions. Rounding is monotone: if both ends round to the same bits, these are the result (clause
R2). The few other inputs, near a midpoint of the format, are decided by the op's oracle: exact
cases by its list, the rest by Arb's rigorous balls. It uses no code of a backend. README.md says
what is trusted, and why each enclosure holds.
"""

from samebits.oracles.sweep.engine import BLOCK, Swept, sweep, sweep_at, sweepable

__all__ = ["BLOCK", "Swept", "sweep", "sweep_at", "sweepable"]
