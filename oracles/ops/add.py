"""add: the exact sum."""

import numpy as np

from samebits.oracles.arithmetic import add
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.numpy_route import elementwise as route

ORACLE = Arithmetic(add)

ROUTE = route.arithmetic(np.add)
