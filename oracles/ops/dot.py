"""dot: one contraction T4 of two vectors."""

from samebits.oracles.reductions import Contraction

ORACLE = Contraction()
