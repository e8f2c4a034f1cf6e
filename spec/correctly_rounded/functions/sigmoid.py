"""sigmoid: 1 / (1 + e**-x) is transcendental for every algebraic x not 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import HALF, at_least, rounded, special
from samebits.spec.correctly_rounded.patterns import ONE, ZERO
from samebits.spec.correctly_rounded.reals import real
from samebits.spec.correctly_rounded.sigmoids import logistic


def sigmoid(a: int) -> int:
    """Return 1 / (1 + e**-a); for a >= 50 it differs from 1 by less than e**-50 < 2**-72."""
    found = special(a, ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    return ONE if at_least(a, 50) else rounded(lambda bits: logistic(real(a, bits)))


FUNCTION = sigmoid
