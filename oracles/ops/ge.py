"""ge: true if a is not below b and neither operand is NaN."""

import operator

import numpy as np

from samebits.oracles.comparisons import comparison
from samebits.oracles.definitions import Formula
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = comparison(lambda below, above: not below)

ROUTE = route.comparison(np.greater_equal)

DEFINITION = Formula(operator.ge)
