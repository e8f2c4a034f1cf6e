"""round_half_even: exact on integers (see integral.py)."""

from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.integral import round_half_even

ORACLE = Arithmetic(round_half_even)
