"""leaky_relu: x for x > 0, and otherwise the exact product slope * x."""

from typing import Any

from samebits.oracles.arithmetic import multiply
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, special


def _exact(x: Real, slope: Real) -> Real:
    """Return the result, with the special values of S4: slope * x at -inf and +-0."""
    found = special(x, multiply(slope, x), multiply(slope, x), multiply(slope, x), INFINITY)
    if found is not None:
        return found
    return multiply(slope, x) if x.negative else x


def _arb(x: Any, slope: Any) -> Any:
    return slope * x if x < 0 else x


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = Formula(lambda x, slope: x if x > 0 else slope * x)
