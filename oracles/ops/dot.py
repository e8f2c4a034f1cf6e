"""dot: one contraction T4 of two vectors."""

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import contractions_route as route
from samebits.oracles.reductions import Contraction

ORACLE = Contraction()

ROUTE = route.contraction

DEFINITION = on_arrays.product()
