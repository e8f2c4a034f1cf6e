"""softplus: log(1 + e**x) is transcendental for every dyadic x (Lindemann).

The formula has no cancellation, because both terms of the sum are positive.
"""

from typing import Any

from samebits.oracles.definitions import Formula, softplus
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_above
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, LOG_2, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): log 2 at +-0, +0 at -inf, +inf at +inf."""
    found = special(x, ZERO, LOG_2, LOG_2, INFINITY)
    if found is not None:
        return found
    return just_above(x) if x.fraction() >= 150 else None  # f - x < e**-x


def _value(kit: Kit, x: Any) -> Any:
    return kit.log1p(kit.exp(x)) if x < 0 else x + kit.log1p(kit.exp(-x))


ORACLE = in_three(known, _value)

DEFINITION = Formula(softplus)
