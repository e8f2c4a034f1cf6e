"""fmod: the exact remainder of scaled integers, with the sign of x."""

import numpy as np

from samebits.oracles.arithmetic import truncated_remainder
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.lazily import mpmath
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(truncated_remainder)

ROUTE = route.arithmetic(np.fmod)

DEFINITION = Formula(
    lambda x, y: x - y * mpmath.sign(x / y) * mpmath.floor(abs(x / y)) if y else mpmath.nan
)
