"""add: the exact sum."""

from samebits.oracles.arithmetic import add
from samebits.oracles.elementwise import Arithmetic

ORACLE = Arithmetic(add)
