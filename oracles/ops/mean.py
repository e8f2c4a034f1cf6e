"""mean: the sum T1 divided by n, n rounded to the compute format (clause T3); of nothing NaN."""

from collections.abc import Sequence

from samebits.oracles.arithmetic import divide
from samebits.oracles.reductions import Reduction
from samebits.oracles.rounding import Real, decode, round_to
from samebits.oracles.trees import sum_balanced


def _mean(values: Sequence[Real], compute: str) -> Real:
    count = decode(round_to(len(values), compute), compute)
    quotient = divide(sum_balanced(values, compute), count)
    return decode(round_to(quotient, compute), compute)


ORACLE = Reduction(_mean)
