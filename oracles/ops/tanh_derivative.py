"""tanh_derivative: 4 / (e**x + e**-x)**2, an even function, transcendental (Lindemann)."""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.kits import Kit, in_three, logistic
from samebits.oracles.rounding import Real
from samebits.oracles.special import ONE, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): 1 at +-0, +0 at the infinities."""
    return special(x, ZERO, ONE, ONE, ZERO)


def _value(kit: Kit, x: Any) -> Any:
    return 4 * logistic(kit, 2 * x) * logistic(kit, -2 * x)


ORACLE = in_three(known, _value)

DEFINITION = DerivativeOf("tanh")
