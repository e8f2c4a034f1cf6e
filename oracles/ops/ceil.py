"""ceil: exact on integers (see integral.py)."""

import numpy as np

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.integral import ceil
from samebits.oracles.lazily import mpmath
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(ceil)

ROUTE = route.arithmetic(np.ceil)

DEFINITION = Formula(lambda x: mpmath.ceil(x))
