"""gelu: x Phi(x), Phi the standard normal distribution function.

sqrt(2 pi) (Phi(x) - 1/2) is transcendental at every algebraic x but 0 (Siegel, 1929; Shidlovskii,
1959); no theorem is known to cover the factor sqrt(2 pi) too. None is needed for an answer to be
right, only for one to come: where the loop ends, it has shown that the value is no midpoint.

Near 0 it is x/2 + x**2 / sqrt(2 pi): half of an odd subnormal number is a tie but for the second
term, and the loop goes on until that shows.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.error_function import normal_cdf
from samebits.spec.correctly_rounded.frame import MINUS_ZERO, at_least, at_most, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY
from samebits.spec.correctly_rounded.reals import Real, real


def gelu(a: int) -> int:
    """a Phi(a). Beyond 10 and -40 it is next to a and 0.

    1 - Phi(x) < e**(-x**2 / 2) for x > 0, which is e**-50 < 2**-72 at 10; and |x| Phi(x) is below
    40 e**-800 < 2**-1140 at -40.
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
