"""std: the square root of the variance, which is rounded to the compute format (clause T3)."""

from samebits.oracles.moments import deviation
from samebits.oracles.reductions import Reduction

ORACLE = Reduction(deviation, ("correction",))
