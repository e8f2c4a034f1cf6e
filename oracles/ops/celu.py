"""celu: alpha * (e**(x/alpha) - 1) for x < 0, transcendental for dyadic x except 0 (Lindemann).

For x/alpha below -150, the relative distance from -alpha is below e**-150 < 2**-216. x/alpha is
above 2000 only if alpha is negative. |alpha| is at least 2**-1074 in f64, so the magnitude of the
result is then above 2**1800.
"""

from typing import Any

import mpmath

from samebits.oracles.arithmetic import negate
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import below_zero
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import huge, just_below
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, special


def known(x: Real, alpha: Real) -> Real | None:
    """Return results of S4: celu(+-0) = +-0, celu(x) = x for x > 0.

    At -inf the result is -alpha if alpha is positive, and -inf if alpha is negative.
    """
    limit = NEGATIVE_INFINITY if alpha.negative else negate(alpha)
    found = special(x, limit, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    if not x.negative:
        return x
    ratio = x.fraction() / alpha.fraction()
    if ratio >= 2000:
        return huge(True)
    return just_below(negate(alpha)) if ratio <= -150 else None


def _value(kit: Kit, x: Any, alpha: Any) -> Any:
    return alpha * kit.expm1(x / alpha)


ORACLE = in_three(known, _value, holds=below_zero)

DEFINITION = Formula(lambda x, alpha: x if x > 0 else alpha * (mpmath.exp(x / alpha) - 1))
