"""any: whether some element differs from zero; NaN differs from zero (clauses R5, T3)."""

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import reductions_route as route
from samebits.oracles.reductions import Reduction
from samebits.oracles.rounding import dyadic

ORACLE = Reduction(lambda values, compute: dyadic(int(any(not v.is_zero for v in values)), 0))

ROUTE = route.truth(lambda rows: rows.any(axis=-1))

DEFINITION = on_arrays.reduced(lambda call, rows: (rows != 0).any(axis=1))
