"""silu: x / (1 + e**-x) is transcendental for every dyadic x except 0 (Lindemann).

Near 0 the result is x/2 + x**2/4. Without the second term, half of an odd subnormal is a tie. An
enclosure of 150 to 300 bits shows this term; f64 needs 1200 bits.
"""

from typing import Any

from samebits.oracles.definitions import Formula, sigmoid
from samebits.oracles.kits import Kit, in_three, logistic
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): silu(+-0) = +-0, silu(-inf) = -0, silu(+inf) = +inf."""
    found = special(x, NEGATIVE_ZERO, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return just_below(x) if x.fraction() >= 150 else None  # 1 - f/x < e**-x


def _value(kit: Kit, x: Any) -> Any:
    return x * logistic(kit, x)


ORACLE = in_three(known, _value)

DEFINITION = Formula(lambda x: x * sigmoid(x))
