"""eq: true if neither operand is below the other and neither is NaN."""

import operator

import numpy as np

from samebits.oracles.comparisons import comparison
from samebits.oracles.definitions import Formula
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = comparison(lambda below, above: not below and not above)

ROUTE = route.comparison(np.equal)

DEFINITION = Formula(operator.eq)
