"""bmm: `matmul` for every batch."""

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import contractions_route as route
from samebits.oracles.reductions import Contraction

ORACLE = Contraction()

ROUTE = route.contraction

DEFINITION = on_arrays.product()
