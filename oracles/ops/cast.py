"""cast: the value itself; the rounding to the other format is all there is (clause R5)."""

from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real


def _same(x: Real) -> Real:
    return x


ORACLE = Arithmetic(_same)
