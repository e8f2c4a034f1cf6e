"""count_nonzero: the number of elements that are not zero; NaN is not zero (clauses R5, T3)."""

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import reductions_route as route
from samebits.oracles.reductions import Reduction
from samebits.oracles.rounding import dyadic

ORACLE = Reduction(lambda values, compute: dyadic(sum(not v.is_zero for v in values), 0))

ROUTE = route.truth(lambda rows: rows.sum(axis=-1, dtype=np.int64))

DEFINITION = on_arrays.reduced(lambda call, rows: (rows != 0).sum(axis=1))
