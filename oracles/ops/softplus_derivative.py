"""softplus_derivative: the logistic sigmoid, which is the derivative of log(1 + e**x)."""

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.ops.sigmoid import ORACLE as SIGMOID

ORACLE = SIGMOID

DEFINITION = DerivativeOf("softplus")
