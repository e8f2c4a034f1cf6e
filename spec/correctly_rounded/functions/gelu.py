"""gelu and gelu_tanh, and their derivatives.

- sqrt(2 pi) (Phi(x) - 1/2) and sqrt(2 pi) phi(x) are algebraically independent at every algebraic x
  but 0 (Siegel, 1929; Shidlovskii, 1959); no theorem is known to cover the factor sqrt(2 pi) too.
- gelu_tanh is x / (1 + e**-2u) with u = sqrt(2/pi) (x + 0.044715 x**3). No theorem is known for e
  to the power of such a u.

None is needed for an answer to be right, only for one to come: where the loop ends, it has shown
that the value is no midpoint.

Near 0 both are x/2 + x**2 / sqrt(2 pi): half of an odd subnormal number is a tie but for the second
term, and the loop goes on until it shows.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import pi
from samebits.spec.correctly_rounded.error_function import density, normal_cdf
from samebits.spec.correctly_rounded.frame import (
    HALF,
    MINUS_ZERO,
    at_least,
    at_most,
    rounded,
    special,
)
from samebits.spec.correctly_rounded.functions.logistic import logistic
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE
from samebits.spec.correctly_rounded.reals import Real, real, square_root


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


def slope_of_gelu(a: int) -> int:
    """Phi(a) + a phi(a): above 1 by less than 10 e**-50 < 2**-68 from 10 on; next to 0 at -40."""
    found = special(a, MINUS_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if at_most(a, 40):
        return MINUS_ZERO
    return ONE if at_least(a, 10) else rounded(lambda bits: _slope_of_gelu(real(a, bits)))


def _slope_of_gelu(x: Real) -> Real:
    return normal_cdf(x) + x * density(x)


def gelu_by_tanh(a: int) -> int:
    """a / (1 + e**-2u). With u(13) > 88 and u(-25) < -577 it is next to a and 0 beyond these."""
    found = special(a, MINUS_ZERO, a, a, INFINITY)
    if found is not None:
        return found
    if at_most(a, 25):
        return MINUS_ZERO
    return a if at_least(a, 13) else rounded(lambda bits: _gelu_by_tanh(real(a, bits)))


def _gelu_by_tanh(x: Real) -> Real:
    return x * logistic(_twice_u(x))


def slope_of_gelu_by_tanh(a: int) -> int:
    """s + x 2u' s (1 - s) with s = 1 / (1 + e**-2u); x 2u' < 0.5 |x|**3 beyond the same borders."""
    found = special(a, MINUS_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if at_most(a, 25):
        return MINUS_ZERO
    return ONE if at_least(a, 13) else rounded(lambda bits: _slope_of_gelu_by_tanh(real(a, bits)))


def _slope_of_gelu_by_tanh(x: Real) -> Real:
    twice = _twice_u(x)
    slope = _twice_root(x.bits) * (1 + x * x * (3 * 44715) / 10**6)
    return logistic(twice) * (1 + x * slope * logistic(-twice))


def _twice_u(x: Real) -> Real:
    return _twice_root(x.bits) * (x + x * x * x * 44715 / 10**6)


def _twice_root(bits: int) -> Real:
    """2 sqrt(2 / pi)."""
    return square_root(8 / pi(bits))


FUNCTIONS = {
    "gelu": gelu,
    "gelu_derivative": slope_of_gelu,
    "gelu_tanh": gelu_by_tanh,
    "gelu_tanh_derivative": slope_of_gelu_by_tanh,
}
