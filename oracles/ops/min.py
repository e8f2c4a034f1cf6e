"""min: the S3 minimum; a NaN counts as the minimum, and -0 < +0."""

from samebits.oracles import on_arrays
from samebits.oracles.extremes import extreme
from samebits.oracles.numpy_route import reductions_route as route

ORACLE = extreme(least=True)

ROUTE = route.extreme_of(least=True)

DEFINITION = on_arrays.reduced(lambda call, rows: rows.min(axis=1))
