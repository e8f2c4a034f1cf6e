"""mean: the sum T1 divided by n, with n rounded to the compute format (T3); NaN for no values."""

from samebits.oracles import on_arrays
from samebits.oracles.moments import mean
from samebits.oracles.numpy_route import moments_route as route
from samebits.oracles.reductions import Reduction

ORACLE = Reduction(mean)

ROUTE = route.moment(lambda call, rows: route.mean(rows))

DEFINITION = on_arrays.reduced(on_arrays.mean)
