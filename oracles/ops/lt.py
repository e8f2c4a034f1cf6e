"""lt: true if a is below b."""

import operator

import numpy as np

from samebits.oracles.comparisons import comparison
from samebits.oracles.definitions import Formula
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = comparison(lambda below, above: below)

ROUTE = route.comparison(np.less)

DEFINITION = Formula(operator.lt)
