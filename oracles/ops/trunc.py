"""trunc: exact on integers (see integral.py)."""

import numpy as np

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.integral import trunc
from samebits.oracles.lazily import mpmath
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(trunc)

ROUTE = route.arithmetic(np.trunc)

DEFINITION = Formula(lambda x: mpmath.sign(x) * mpmath.floor(abs(x)))
