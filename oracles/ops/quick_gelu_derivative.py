"""quick_gelu_derivative: the derivative of silu at 1.702 x, transcendental by Lindemann."""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.kits import Kit, in_three, swish_derivative
from samebits.oracles.nearly import just_above
from samebits.oracles.rounding import Real
from samebits.oracles.special import HALF, NEGATIVE_ZERO, ONE, special


def known(x: Real) -> Real | None:
    """Return known results (S4): 1/2 at +-0, -0 at -inf, 1 at +inf."""
    found = special(x, NEGATIVE_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    # 0 < f - 1 < 170 e**-170
    return just_above(ONE) if x.fraction() >= 100 else None


def _value(kit: Kit, x: Any) -> Any:
    return swish_derivative(kit, kit.number(1702, 1000) * x)


ORACLE = in_three(known, _value, guard=128)

DEFINITION = DerivativeOf("quick_gelu")
