"""mul: the exact product."""

from samebits.oracles.arithmetic import multiply
from samebits.oracles.elementwise import Arithmetic

ORACLE = Arithmetic(multiply)
