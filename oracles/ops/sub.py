"""sub: the exact difference, a + (-b)."""

import operator

import numpy as np

from samebits.oracles.arithmetic import add, negate
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.numpy_route import elementwise_route as route
from samebits.oracles.rounding import Real


def _subtract(a: Real, b: Real) -> Real:
    return add(a, negate(b))


ORACLE = Arithmetic(_subtract)

ROUTE = route.arithmetic(np.subtract)

DEFINITION = Formula(operator.sub)
