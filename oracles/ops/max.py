"""max: the S3 maximum, in which a NaN is the extreme and -0 < +0."""

from collections.abc import Sequence

from samebits.oracles.arithmetic import less
from samebits.oracles.reductions import Reduction
from samebits.oracles.rounding import Real


def _maximum(values: Sequence[Real], compute: str) -> Real:
    greatest = values[0]
    for value in values:
        if value.kind == "nan":
            return value
        if less(greatest, value):
            greatest = value
    return greatest


ORACLE = Reduction(_maximum)
