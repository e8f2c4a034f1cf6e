"""elu: alpha * (e**x - 1) for x < 0, transcendental by Lindemann unless alpha is 0.

A zero result has the sign of the product alpha * expm1(x) (S4).
"""

from typing import Any

import mpmath

from samebits.oracles.arithmetic import multiply, negate
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import below_zero
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, special


def known(x: Real, alpha: Real) -> Real | None:
    """Return known results (S4): x for x > 0; at -inf and +-0 the product alpha * expm1(x)."""
    found = special(x, negate(alpha), multiply(alpha, x), multiply(alpha, x), INFINITY)
    if found is not None:
        return found
    if not x.negative:
        return x
    if alpha.is_zero:
        return multiply(alpha, x)
    # |alpha| - |f| = |alpha| e**x
    return just_below(negate(alpha)) if x.fraction() <= -150 else None


def _value(kit: Kit, x: Any, alpha: Any) -> Any:
    return alpha * kit.expm1(x)


ORACLE = in_three(known, _value, holds=below_zero)

DEFINITION = Formula(lambda x, alpha: x if x > 0 else alpha * (mpmath.exp(x) - 1))
