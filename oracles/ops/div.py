"""div: the exact quotient."""

from samebits.oracles.arithmetic import divide
from samebits.oracles.elementwise import Arithmetic

ORACLE = Arithmetic(divide)
