"""gelu: x Phi(x), where Phi is the standard normal distribution function.

sqrt(2 pi) (Phi(x) - 1/2) is transcendental at every algebraic x other than 0 (Siegel, 1929;
Shidlovskii, 1959). Without the factor sqrt(2 pi), a theorem is not known. It would only be needed
to prove that the loop always ends. When the loop ends, the value is not a midpoint, so the result
is right.

Near 0 gelu is x/2 + x**2 / sqrt(2 pi). Half of an odd subnormal number is a tie that only the
second term resolves, so the loop continues until the precision is high enough for the second term.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.error_function import normal_cdf
from samebits.spec.correctly_rounded.frame import MINUS_ZERO, at_least, at_most, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY
from samebits.spec.correctly_rounded.reals import Real, real


def gelu(a: int) -> int:
    """Return a Phi(a), which rounds to a for a >= 10, and to -0 for a <= -40.

    1 - Phi(x) < e**(-x**2 / 2) for x > 0, which is e**-50 < 2**-72 for x = 10. |x| Phi(x) is below
    40 e**-800 < 2**-1140 for x = -40.
    """
    found = special(a, MINUS_ZERO, a, a, INFINITY)
    if found is not None:
        return found
    if at_most(a, 40):
        return MINUS_ZERO
    return a if at_least(a, 10) else rounded(lambda bits: _gelu(real(a, bits)))


def _gelu(x: Real) -> Real:
    return x * normal_cdf(x)


FUNCTION = gelu
