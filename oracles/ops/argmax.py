"""argmax: the first index that holds the S3 maximum; a NaN is the extreme, -0 < +0."""

from collections.abc import Sequence

from samebits.oracles.arithmetic import less
from samebits.oracles.reductions import Reduction
from samebits.oracles.rounding import Real, dyadic


def _first_index(values: Sequence[Real], compute: str) -> Real:
    best = 0
    for i, value in enumerate(values):
        if value.kind == "nan":
            return dyadic(i, 0)
        if less(values[best], value):
            best = i
    return dyadic(best, 0)


ORACLE = Reduction(_first_index)
