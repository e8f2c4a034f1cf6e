"""ceil: exact on integers (see integral.py)."""

import numpy as np

from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.integral import ceil
from samebits.oracles.numpy_route import elementwise as route

ORACLE = Arithmetic(ceil)

ROUTE = route.arithmetic(np.ceil)
