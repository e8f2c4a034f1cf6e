"""elu_derivative: alpha * e**x for x < 0, transcendental by Lindemann unless alpha is 0.

A zero result has the sign of the product alpha * e**x (S4).
"""

from typing import Any

from samebits.oracles.arithmetic import multiply
from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.elementwise import below_zero
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.rounding import Real
from samebits.oracles.special import ONE, ZERO, special


def known(x: Real, alpha: Real) -> Real | None:
    """Return known results (S4): alpha at +-0, the product alpha * 0 at -inf, 1 for x > 0."""
    found = special(x, multiply(alpha, ZERO), alpha, alpha, ONE)
    if found is not None:
        return found
    if not x.negative:
        return ONE
    return alpha if alpha.is_zero else None


def _value(kit: Kit, x: Any, alpha: Any) -> Any:
    return alpha * kit.exp(x)


ORACLE = in_three(known, _value, holds=below_zero)

DEFINITION = DerivativeOf("elu")
