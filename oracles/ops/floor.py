"""floor: exact on integers (see integral.py)."""

import numpy as np

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.integral import floor
from samebits.oracles.lazily import mpmath
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(floor)

ROUTE = route.arithmetic(np.floor)

DEFINITION = Formula(lambda x: mpmath.floor(x))
