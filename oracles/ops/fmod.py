"""fmod: the remainder of the integers, with the sign of x."""

import numpy as np

from samebits.oracles.arithmetic import truncated_remainder
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.numpy_route import elementwise as route

ORACLE = Arithmetic(truncated_remainder)

ROUTE = route.arithmetic(np.fmod)
