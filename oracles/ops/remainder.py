"""remainder: the exact remainder of scaled integers, adjusted to the sign of y."""

import numpy as np

from samebits.oracles.arithmetic import floored_remainder
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.lazily import mpmath
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(floored_remainder)

ROUTE = route.arithmetic(np.remainder)

DEFINITION = Formula(lambda x, y: x - y * mpmath.floor(x / y))
