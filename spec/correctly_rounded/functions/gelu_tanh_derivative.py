"""gelu_tanh_derivative: s + x 2u' s (1 - s) with u as in gelu_tanh and s = 1 / (1 + e**-2u).

As for gelu_tanh, results are proven to be right, but it is not proven that the loop always ends.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import (
    HALF,
    MINUS_ZERO,
    at_least,
    at_most,
    rounded,
    special,
)
from samebits.spec.correctly_rounded.functions.gelu_tanh import twice_root, twice_u
from samebits.spec.correctly_rounded.patterns import ONE
from samebits.spec.correctly_rounded.reals import Real, real
from samebits.spec.correctly_rounded.sigmoids import logistic


def slope_of_gelu_by_tanh(a: int) -> int:
    """Return s + x 2u' s (1 - s) with s = 1 / (1 + e**-2u).

    The value rounds to 1 for a >= 13 and to -0 for a <= -25, because x 2u' < 0.5 |x|**3 there.
    """
    found = special(a, MINUS_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if at_most(a, 25):
        return MINUS_ZERO
    return ONE if at_least(a, 13) else rounded(lambda bits: _slope_of_gelu_by_tanh(real(a, bits)))


def _slope_of_gelu_by_tanh(x: Real) -> Real:
    twice = twice_u(x)
    slope = twice_root(x.bits) * (1 + x * x * (3 * 44715) / 10**6)
    return logistic(twice) * (1 + x * slope * logistic(-twice))


FUNCTION = slope_of_gelu_by_tanh
