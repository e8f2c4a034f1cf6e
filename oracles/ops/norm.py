"""norm: the sum T1 of abs(x), the square root of T1 of x * x, or the greatest abs(x) (T3)."""

from samebits.oracles import on_arrays
from samebits.oracles.moments import norm
from samebits.oracles.numpy_route import moments_route as route
from samebits.oracles.reductions import Reduction

ORACLE = Reduction(norm, ("ord",))

ROUTE = route.moment(route.norm)

DEFINITION = on_arrays.reduced(on_arrays.norm)
