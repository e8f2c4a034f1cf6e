"""le: true if b is not below a and neither operand is NaN."""

import operator

import numpy as np

from samebits.oracles.comparisons import comparison
from samebits.oracles.definitions import Formula
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = comparison(lambda below, above: not above)

ROUTE = route.comparison(np.less_equal)

DEFINITION = Formula(operator.le)
