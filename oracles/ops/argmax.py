"""argmax: the first index of the S3 maximum; a NaN counts as the maximum, and -0 < +0."""

from samebits.oracles import on_arrays
from samebits.oracles.extremes import index
from samebits.oracles.numpy_route import reductions_route as route

ORACLE = index(least=False)

ROUTE = route.place_of(least=False)

DEFINITION = on_arrays.reduced(lambda call, rows: rows.argmax(axis=1))
