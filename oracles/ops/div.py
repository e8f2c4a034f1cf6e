"""div: the exact quotient."""

import math
from typing import Any

import numpy as np

from samebits.oracles.arithmetic import divide
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.numpy_route import elementwise_route as route

ORACLE = Arithmetic(divide)

ROUTE = route.arithmetic(np.divide)


def _quotient(a: Any, b: Any) -> Any:
    """Return a / b, or NaN if b is 0."""
    return a / b if b else math.nan


DEFINITION = Formula(_quotient)
