"""max: the S3 maximum; a NaN counts as the maximum, and -0 < +0."""

from samebits.oracles import on_arrays
from samebits.oracles.extremes import extreme
from samebits.oracles.numpy_route import reductions_route as route

ORACLE = extreme(least=False)

ROUTE = route.extreme_of(least=False)

DEFINITION = on_arrays.reduced(lambda call, rows: rows.max(axis=1))
