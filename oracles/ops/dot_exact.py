"""dot_exact: the real sum of the exact products, rounded once (clause T10)."""

from samebits.oracles.exact_sums import ExactDot

ORACLE = ExactDot()
