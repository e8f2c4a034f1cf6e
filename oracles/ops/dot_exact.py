"""dot_exact: the real sum of the exact products, rounded once (clause T10)."""

from samebits.oracles.exact_sums import ExactDot
from samebits.oracles.numpy_route import exact_sums_route as route

ORACLE = ExactDot()

ROUTE = route.dot_exact
