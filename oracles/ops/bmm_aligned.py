"""bmm_aligned: an aligned contraction T11 for every element, the bias, and one rounding."""

from samebits.oracles import on_arrays
from samebits.oracles.aligned import AlignedContraction
from samebits.oracles.numpy_route import aligned_route as route

ORACLE = AlignedContraction()

ROUTE = route.contraction

DEFINITION = on_arrays.product()
