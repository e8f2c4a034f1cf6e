"""maximum: the order of clause S3, where -0 < +0; a NaN operand gives NaN."""

from samebits.oracles.arithmetic import less
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.numpy_route import elementwise_route as route
from samebits.oracles.rounding import NAN, Real


def _greater(a: Real, b: Real) -> Real:
    if a.kind == "nan" or b.kind == "nan":
        return NAN
    return b if less(a, b) else a


ORACLE = Arithmetic(_greater)

ROUTE = route.extreme(greatest=True)

DEFINITION = Formula(max)
