"""logsigmoid: -log(1 + e**-x) is transcendental for every dyadic x (Lindemann).

The formula has no cancellation, because both terms of the sum are positive.
"""

from typing import Any

import mpmath

from samebits.oracles.arithmetic import negate
from samebits.oracles.definitions import Formula, sigmoid
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_above
from samebits.oracles.rounding import Real
from samebits.oracles.special import LOG_2, NEGATIVE_INFINITY, NEGATIVE_ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): -log 2 at +-0, -inf at -inf, -0 at +inf."""
    found = special(x, NEGATIVE_INFINITY, negate(LOG_2), negate(LOG_2), NEGATIVE_ZERO)
    if found is not None:
        return found
    return just_above(x) if x.fraction() <= -150 else None  # |f| - |x| < e**x


def _value(kit: Kit, x: Any) -> Any:
    return x - kit.log1p(kit.exp(x)) if x < 0 else -kit.log1p(kit.exp(-x))


ORACLE = in_three(known, _value)

DEFINITION = Formula(lambda x: mpmath.log(sigmoid(x)))
