"""sqrt: the square root, by the integer square root of a scaled significand."""

import numpy as np

from samebits.oracles.arithmetic import square_root
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.lazily import mpmath
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(square_root)

ROUTE = route.arithmetic(np.sqrt)

DEFINITION = Formula(lambda x: mpmath.sqrt(x))
