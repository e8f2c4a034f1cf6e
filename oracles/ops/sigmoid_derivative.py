"""sigmoid_derivative: e**-x / (1 + e**-x)**2, an even function, transcendental (Lindemann)."""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.kits import Kit, in_three, logistic
from samebits.oracles.rounding import Real, dyadic
from samebits.oracles.special import ZERO, special

QUARTER = dyadic(1, -2)


def known(x: Real) -> Real | None:
    """Return known results (S4): 1/4 at +-0, +0 at the infinities."""
    return special(x, ZERO, QUARTER, QUARTER, ZERO)


def _value(kit: Kit, x: Any) -> Any:
    return logistic(kit, x) * logistic(kit, -x)


ORACLE = in_three(known, _value)

DEFINITION = DerivativeOf("sigmoid")
