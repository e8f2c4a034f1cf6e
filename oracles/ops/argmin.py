"""argmin: the first index of the S3 minimum; a NaN counts as the minimum, and -0 < +0."""

from samebits.oracles import on_arrays
from samebits.oracles.extremes import index
from samebits.oracles.numpy_route import reductions_route as route

ORACLE = index(least=True)

ROUTE = route.place_of(least=True)

DEFINITION = on_arrays.reduced(lambda call, rows: rows.argmin(axis=1))
