"""sum: the tree T1 over exact values, with one rounding per node; integers modulo 2^64."""

from collections.abc import Sequence

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.moments import whole, wrapped
from samebits.oracles.numpy_route import reductions_route as route
from samebits.oracles.reductions import Reduction
from samebits.oracles.rounding import Real
from samebits.oracles.trees import sum_balanced


def _whole(values: Sequence[Real]) -> Real:
    return wrapped(sum(whole(value) for value in values))


ORACLE = Reduction(sum_balanced, whole=_whole)

ROUTE = route.total(np.add, 0)

DEFINITION = on_arrays.reduced(on_arrays.total)
