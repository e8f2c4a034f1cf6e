"""round_half_even: exact on integers (see integral.py)."""

import numpy as np

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.integral import round_half_even
from samebits.oracles.lazily import mpmath
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(round_half_even)

ROUTE = route.arithmetic(np.rint)

DEFINITION = Formula(lambda x: mpmath.nint(x))
