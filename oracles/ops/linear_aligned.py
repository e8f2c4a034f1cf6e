"""linear_aligned: an aligned contraction T11 of every row of x with every row of the weight."""

from samebits.oracles import on_arrays
from samebits.oracles.aligned import AlignedContraction
from samebits.oracles.numpy_route import aligned_route as route
from samebits.oracles.reductions import linear_terms

ORACLE = AlignedContraction(linear_terms)

ROUTE = route.contraction

DEFINITION = on_arrays.product(lambda x, weight: x @ weight.T)
