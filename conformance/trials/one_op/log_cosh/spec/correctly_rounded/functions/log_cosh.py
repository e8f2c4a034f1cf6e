"""log_cosh: log(cosh x) is transcendental for every algebraic x except 0.

If it were an algebraic number z, then 2 e**z - e**x - e**-x = 0. Lindemann and Weierstrass (1885)
exclude this for different exponents z, x and -x.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import expm1, log1p, log_2
from samebits.spec.correctly_rounded.frame import at_least, magnitude, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, ZERO
from samebits.spec.correctly_rounded.reals import Real, real
from samebits.spec.correctly_rounded.sigmoids import soft


def log_cosh(a: int) -> int:
    """Return log((e**a + e**-a) / 2). For a >= 800, log1p(e**-2a) < e**-1600 is omitted.

    No midpoint is within e**-1600 of a - log 2. Below 2**100 midpoints and a are multiples of
    2**-45, and log 2 is 2**-50 away from these. Above 2**100, a - 1 rounds to a.
    """
    found = special(a, INFINITY, ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    m = magnitude(a)
    if at_least(m, 800):
        return rounded(lambda bits: real(m, bits) - log_2(bits))
    return rounded(lambda bits: _value(real(m, bits)))


def _value(m: Real) -> Real:
    """Return log(cosh m). Below 1, it uses cosh m - 1 = (e**m - 1) (1 - e**-m) / 2 and log1p."""
    if m.top <= 0:
        return log1p((expm1(m) * -expm1(-m)).times_power_of_two(-1))
    return m + soft(m * -2) - log_2(m.bits)


FUNCTION = log_cosh
