"""sigmoid_derivative: algebraic in e**x, so transcendental for algebraic x not 0 (Lindemann)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import rounded, special
from samebits.spec.correctly_rounded.patterns import ZERO
from samebits.spec.correctly_rounded.reals import Real, real
from samebits.spec.correctly_rounded.sigmoids import logistic

_QUARTER = 0x3FD0000000000000


def slope_of_sigmoid(a: int) -> int:
    """Return e**-a / (1 + e**-a)**2, the product of the sigmoids of a and -a."""
    found = special(a, ZERO, _QUARTER, _QUARTER, ZERO)
    return rounded(lambda bits: _slope(real(a, bits))) if found is None else found


def _slope(x: Real) -> Real:
    return logistic(x) * logistic(-x)


FUNCTION = slope_of_sigmoid
