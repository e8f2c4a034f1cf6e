"""ne: true if one operand is below the other, or if an operand is NaN."""

import operator

import numpy as np

from samebits.oracles.comparisons import comparison
from samebits.oracles.definitions import Formula
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = comparison(lambda below, above: below or above, of_nan=True)

ROUTE = route.comparison(np.not_equal)

DEFINITION = Formula(operator.ne)
