"""softplus_derivative: log(1 + e**x) has the logistic sigmoid as its derivative."""

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.ops.sigmoid import ORACLE as SIGMOID

ORACLE = SIGMOID

DEFINITION = DerivativeOf("softplus")
