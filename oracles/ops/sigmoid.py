"""sigmoid: 1 / (1 + e**-x) is transcendental for every dyadic x except 0 (Lindemann)."""

from typing import Any

from samebits.oracles.definitions import Formula, sigmoid
from samebits.oracles.kits import Kit, in_three, logistic
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real
from samebits.oracles.special import HALF, ONE, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): sigmoid(+-0) = 1/2, sigmoid(-inf) = +0, sigmoid(+inf) = 1."""
    found = special(x, ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    return just_below(ONE) if x.fraction() >= 150 else None  # 1 - f < e**-x


def _value(kit: Kit, x: Any) -> Any:
    return logistic(kit, x)


ORACLE = in_three(known, _value)

DEFINITION = Formula(sigmoid)
