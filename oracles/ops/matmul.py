"""matmul: a contraction T4 for every element, then the bias, then the final rounding."""

from samebits.oracles.reductions import Contraction

ORACLE = Contraction()
