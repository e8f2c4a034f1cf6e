"""sum_exact: the real sum over axes, rounded once (clause T10)."""

from samebits.oracles.exact_sums import EXACT_SUM
from samebits.oracles.numpy_route import exact_sums_route as route

ORACLE = EXACT_SUM

ROUTE = route.sum_exact
