"""gelu_tanh: x / (1 + e**-2u) with u = sqrt(2/pi) (x + 0.044715 x**3); exact only at 0.

No theorem covers e to the power of sqrt(2/pi) times a rational number. No theorem is needed if
Ziv's loop ends. Near 0 the result is x/2 + x**2 / sqrt(2 pi). Without the second term, half of an
odd subnormal is a tie. An enclosure of 150 to 300 bits shows this term; f64 needs 1200 bits. The
limits below use u(13) > 88 and u(-25) < -577.
"""

from typing import Any

import mpmath

from samebits.oracles.definitions import Formula, decimal
from samebits.oracles.kits import Kit, in_three, logistic
from samebits.oracles.nearly import just_below, tiny
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return results of S4: gelu_tanh(+-0) = +-0, gelu_tanh(-inf) = -0, gelu_tanh(+inf) = +inf."""
    found = special(x, NEGATIVE_ZERO, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    if x.fraction() <= -25:
        return tiny(True)  # |f| < |x| e**2u
    return just_below(x) if x.fraction() >= 13 else None  # 1 - f/x < e**-2u


def _value(kit: Kit, x: Any) -> Any:
    cubic = x + kit.number(44715, 10**6) * x * x * x
    return x * logistic(kit, 2 * kit.sqrt(2 / kit.pi()) * cubic)


ORACLE = in_three(known, _value)


def _definition(x: Any) -> Any:
    argument = mpmath.sqrt(2 / mpmath.pi) * (x + decimal("0.044715") * x**3)
    return x / 2 * (1 + mpmath.tanh(argument))


DEFINITION = Formula(_definition)
