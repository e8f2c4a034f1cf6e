"""ceil: exact on integers (see integral.py)."""

from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.integral import ceil

ORACLE = Arithmetic(ceil)
