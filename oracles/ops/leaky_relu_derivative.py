"""leaky_relu_derivative: 1 for x > 0, and otherwise the slope, also at 0."""

from typing import Any

import flint

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real
from samebits.oracles.special import ONE, special


def _exact(x: Real, slope: Real) -> Real:
    """Return the derivative, with the special values of S4: the slope at -inf and +-0."""
    found = special(x, slope, slope, slope, ONE)
    if found is not None:
        return found
    return slope if x.negative else ONE


def _arb(x: Any, slope: Any) -> Any:
    return flint.arb(1) if x > 0 else slope


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = DerivativeOf("leaky_relu")
