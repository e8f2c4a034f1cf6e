"""sinh: (e**x - e**-x) / 2 is transcendental for every algebraic x not 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import expm1
from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, magnitude, rounded, sign, special
from samebits.spec.correctly_rounded.patterns import INFINITY
from samebits.spec.correctly_rounded.reals import Real, real


def hyperbolic_sine(a: int) -> int:
    """Return (e**a - e**-a) / 2 as (t + t / (1 + t)) / 2 with t = e**|a| - 1 and the sign of a."""
    found = special(a, MINUS_INFINITY, a, a, INFINITY)
    if found is not None:
        return found
    return sign(a) | rounded(lambda bits: _sinh(real(magnitude(a), bits)))


def _sinh(x: Real) -> Real:
    t = expm1(x)
    return (t + t / (1 + t)).times_power_of_two(-1)


FUNCTION = hyperbolic_sine
