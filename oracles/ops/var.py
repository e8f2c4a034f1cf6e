"""var: the sum T1 of the rounded squared deviations, divided by max(0, n - correction) (T3)."""

from samebits.oracles import on_arrays
from samebits.oracles.moments import variance
from samebits.oracles.numpy_route import moments_route as route
from samebits.oracles.reductions import Reduction

ORACLE = Reduction(variance, ("correction",))

ROUTE = route.moment(route.variance_of)

DEFINITION = on_arrays.reduced(on_arrays.variance)
