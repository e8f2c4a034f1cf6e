"""remainder: the remainder of the integers, moved to the sign of y."""

from samebits.oracles.arithmetic import floored_remainder
from samebits.oracles.elementwise import Arithmetic

ORACLE = Arithmetic(floored_remainder)
