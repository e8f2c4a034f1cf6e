"""std: the square root of the variance, which is rounded to the compute format (clause T3)."""

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.moments import deviation
from samebits.oracles.numpy_route import moments_route as route
from samebits.oracles.reductions import Reduction

ORACLE = Reduction(deviation, ("correction",))

ROUTE = route.moment(lambda call, rows: np.asarray(np.sqrt(route.variance_of(call, rows))))

DEFINITION = on_arrays.reduced(lambda call, rows: on_arrays.roots(on_arrays.variance(call, rows)))
