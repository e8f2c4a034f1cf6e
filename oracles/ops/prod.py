"""prod: the tree T1 of multiplications, with one rounding per node; integers modulo 2^64."""

from collections.abc import Sequence
from math import prod

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.moments import product, whole, wrapped
from samebits.oracles.numpy_route import reductions_route as route
from samebits.oracles.reductions import Reduction
from samebits.oracles.rounding import Real


def _whole(values: Sequence[Real]) -> Real:
    return wrapped(prod(whole(value) for value in values))


ORACLE = Reduction(product, whole=_whole)

ROUTE = route.total(np.multiply, 1)

DEFINITION = on_arrays.reduced(lambda call, rows: rows.prod(axis=1))
