"""sign: 1 with the sign of x, or x itself if it is zero."""

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.lazily import mpmath
from samebits.oracles.numpy_route import elementwise_route as route
from samebits.oracles.rounding import Real


def _sign(x: Real) -> Real:
    return x if x.kind == "nan" or x.is_zero else Real("finite", x.negative, 1, 0)


ORACLE = Arithmetic(_sign)

ROUTE = route.arithmetic(route.sign_of)

DEFINITION = Formula(lambda x: mpmath.sign(x))
