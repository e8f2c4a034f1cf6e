"""fmod: the remainder of the integers, with the sign of x."""

from samebits.oracles.arithmetic import truncated_remainder
from samebits.oracles.elementwise import Arithmetic

ORACLE = Arithmetic(truncated_remainder)
