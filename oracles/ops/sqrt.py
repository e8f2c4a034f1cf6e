"""sqrt: the square root, by the integer square root of a scaled significand."""

from samebits.oracles.arithmetic import square_root
from samebits.oracles.elementwise import Arithmetic

ORACLE = Arithmetic(square_root)
