"""linear: a contraction T4 of every row of x with every row of the weight, then the bias."""

from samebits.oracles import on_arrays
from samebits.oracles.numpy_route import contractions_route as route
from samebits.oracles.reductions import Contraction, linear_terms

ORACLE = Contraction(linear_terms)

ROUTE = route.contraction

DEFINITION = on_arrays.product(lambda x, weight: x @ weight.T)
