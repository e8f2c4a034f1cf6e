"""floor: exact on integers (see integral.py)."""

from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.integral import floor

ORACLE = Arithmetic(floor)
