"""sum_exact: the real sum over axes, rounded once (clause T10)."""

from samebits.oracles.exact_sums import EXACT_SUM

ORACLE = EXACT_SUM
