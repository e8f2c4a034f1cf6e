"""gelu_tanh_derivative: s + 2 x u' s (1 - s) with u as in gelu_tanh and s = 1 / (1 + e**-2u).

The only known exact case is x = 0. The zero near -0.75 is simple, so f32 operands are at least
about 2**-30 away from it, and f64 operands about 2**-60. The libraries use 128 extra bits near this
zero. The limits below use u(13) > 88 and u(-25) < -577, and u' x < 0.2 |x|**3 there.
"""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.kits import Kit, in_three, logistic
from samebits.oracles.nearly import just_above, tiny
from samebits.oracles.rounding import Real
from samebits.oracles.special import HALF, NEGATIVE_ZERO, ONE, special


def known(x: Real) -> Real | None:
    """Return known results (S4): 1/2 at +-0, -0 at -inf, 1 at +inf."""
    found = special(x, NEGATIVE_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if x.fraction() <= -25:
        return tiny(True)  # |f| < 2 |x| u' e**2u
    return just_above(ONE) if x.fraction() >= 13 else None  # 0 < f - 1 < 2 x u' e**-2u


def _value(kit: Kit, x: Any) -> Any:
    root, cube = kit.sqrt(2 / kit.pi()), kit.number(44715, 10**6)
    twice = 2 * root * (x + cube * x * x * x)
    slope = 2 * root * (1 + 3 * cube * x * x)
    return logistic(kit, twice) * (1 + x * slope * logistic(kit, -twice))


ORACLE = in_three(known, _value, guard=128)

DEFINITION = DerivativeOf("gelu_tanh")
