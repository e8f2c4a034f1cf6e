"""sum: the balanced tree T1 over exact values, one rounding a node."""

from samebits.oracles.reductions import Reduction
from samebits.oracles.trees import sum_balanced

ORACLE = Reduction(sum_balanced)
