"""log_cosh: log(cosh x) is transcendental for every dyadic x except 0 (Lindemann).

cosh m - 1 = (e^m - 1) (1 - e^-m) / 2, and log1p of this value is accurate. For m >= 8 the sum of m
and log1p((e^-2m - 1) / 2) loses less than a bit.
"""

from typing import Any

import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, ZERO, special


def known(x: Real) -> Real | None:
    """Return the special values of S4: log_cosh(+-0) = +0, log_cosh(+-inf) = +inf."""
    return special(x, INFINITY, ZERO, ZERO, INFINITY)


def _value(kit: Kit, x: Any) -> Any:
    m = abs(x)
    if m < 8:
        return kit.log1p(-kit.expm1(m) * kit.expm1(-m) / 2)
    return m + kit.log1p(kit.expm1(-2 * m) / 2)


ORACLE = in_three(known, _value, guard=4)

DEFINITION = Formula(lambda x: mpmath.log((mpmath.exp(x) + mpmath.exp(-x)) / 2))
