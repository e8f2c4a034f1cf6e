"""trunc: exact on integers (see integral.py)."""

from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.integral import trunc

ORACLE = Arithmetic(trunc)
