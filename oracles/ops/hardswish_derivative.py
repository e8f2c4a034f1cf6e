"""hardswish_derivative: +0 for x <= -3, 1 for x >= 3, and (2x + 3) / 6 between."""

from typing import Any

import flint

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real, from_fraction
from samebits.oracles.special import HALF, ONE, ZERO, special


def _exact(x: Real) -> Real:
    """Return the derivative, with the special values of S4: 1/2 at +-0, +0 at its zero -3/2."""
    found = special(x, ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    value = x.fraction()
    if abs(value) >= 3:
        return ZERO if x.negative else ONE
    return from_fraction((2 * value + 3) / 6)


def _arb(x: Any) -> Any:
    if abs(x) >= 3:
        return flint.arb(0) if x < 0 else flint.arb(1)
    return (2 * x + 3) / 6


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = DerivativeOf("hardswish")
