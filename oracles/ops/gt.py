"""gt: true if b is below a."""

import operator

import numpy as np

from samebits.oracles.comparisons import comparison
from samebits.oracles.definitions import Formula
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = comparison(lambda below, above: above)

ROUTE = route.comparison(np.greater)

DEFINITION = Formula(operator.gt)
