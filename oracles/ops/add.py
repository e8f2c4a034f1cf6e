"""add: the exact sum."""

import operator

import numpy as np

from samebits.oracles.arithmetic import add
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(add)

ROUTE = route.arithmetic(np.add)

DEFINITION = Formula(operator.add)
