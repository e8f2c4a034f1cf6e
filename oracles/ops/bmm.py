"""bmm: `matmul` for every batch."""

from samebits.oracles.reductions import Contraction

ORACLE = Contraction()
