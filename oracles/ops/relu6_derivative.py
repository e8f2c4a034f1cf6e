"""relu6_derivative: 1 for 0 < x < 6, and otherwise +0."""

from typing import Any

import flint

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real
from samebits.oracles.special import ONE, ZERO, special


def _exact(x: Real) -> Real:
    """Return the derivative, with the special values of S4: +0 at +-0 and at the infinities."""
    found = special(x, ZERO, ZERO, ZERO, ZERO)
    if found is not None:
        return found
    return ONE if 0 < x.fraction() < 6 else ZERO


def _arb(x: Any) -> Any:
    return flint.arb(1) if x > 0 and x < 6 else flint.arb(0)


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = DerivativeOf("relu6")
