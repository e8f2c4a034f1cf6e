"""relu_derivative: 1 for x > 0, and otherwise +0."""

from typing import Any

import flint

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real
from samebits.oracles.special import ONE, ZERO, special


def _exact(x: Real) -> Real:
    """Return the derivative, with the special values of S4: +0 at -inf and +-0, 1 at +inf."""
    found = special(x, ZERO, ZERO, ZERO, ONE)
    if found is not None:
        return found
    return ZERO if x.negative else ONE


def _arb(x: Any) -> Any:
    return flint.arb(1) if x > 0 else flint.arb(0)


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = DerivativeOf("relu")
