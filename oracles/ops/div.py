"""div: the exact quotient."""

import operator

import numpy as np

from samebits.oracles.arithmetic import divide
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.numpy_route import elementwise as route

ORACLE = Arithmetic(divide)

ROUTE = route.arithmetic(np.divide)

DEFINITION = Formula(operator.truediv)
