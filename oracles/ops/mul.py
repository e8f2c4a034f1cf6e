"""mul: the exact product."""

import operator

import numpy as np

from samebits.oracles.arithmetic import multiply
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(multiply)

ROUTE = route.arithmetic(np.multiply)

DEFINITION = Formula(operator.mul)
