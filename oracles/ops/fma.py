"""fma: the exact product plus the addend, rounded once; infinity * 0 is NaN for any addend."""

from samebits.oracles.arithmetic import add, multiply
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.numpy_route import elementwise_route as route
from samebits.oracles.rounding import Real


def _fused(a: Real, b: Real, c: Real) -> Real:
    return add(multiply(a, b), c)


ORACLE = Arithmetic(_fused)

ROUTE = route.fused_multiply_add

DEFINITION = Formula(lambda a, b, c: a * b + c)
