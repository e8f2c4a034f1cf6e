"""le: b is not below a."""

import numpy as np

from samebits.oracles.comparisons import comparison
from samebits.oracles.numpy_route import elementwise as route

ORACLE = comparison(lambda below, above: not above)

ROUTE = route.comparison(np.less_equal)
