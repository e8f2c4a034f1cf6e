"""gelu_derivative: Phi(x) + x phi(x), where phi is the density of the normal distribution.

As for gelu, every result is proven to be right, but it is not proven that the loop always ends.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.error_function import density, normal_cdf
from samebits.spec.correctly_rounded.frame import (
    HALF,
    MINUS_ZERO,
    at_least,
    at_most,
    rounded,
    special,
)
from samebits.spec.correctly_rounded.patterns import ONE
from samebits.spec.correctly_rounded.reals import Real, real


def slope_of_gelu(a: int) -> int:
    """Return Phi(a) + a phi(a).

    For a >= 10 the value exceeds 1 by less than 10 e**-50 < 2**-68. For a <= -40 it rounds to -0.
    """
    found = special(a, MINUS_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if at_most(a, 40):
        return MINUS_ZERO
    return ONE if at_least(a, 10) else rounded(lambda bits: _slope_of_gelu(real(a, bits)))


def _slope_of_gelu(x: Real) -> Real:
    return normal_cdf(x) + x * density(x)


FUNCTION = slope_of_gelu
