"""elu: alpha (e**x - 1) is transcendental for algebraic x and alpha not 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import multiply, negate
from samebits.spec.correctly_rounded.elementary import expm1
from samebits.spec.correctly_rounded.frame import at_most, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, SIGN, is_zero
from samebits.spec.correctly_rounded.reals import real


def elu(a: int, alpha: int) -> int:
    """Return a for a > 0, else alpha (e**a - 1).

    For a < -50 the relative distance of the result from -alpha is below e**-50 < 2**-72, so it
    rounds to -alpha.
    """
    found = special(a, negate(alpha), multiply(alpha, a), multiply(alpha, a), INFINITY)
    if found is not None:
        return found
    if a < SIGN:
        return a
    if is_zero(alpha):
        return multiply(alpha, a)
    if at_most(a, 50):
        return negate(alpha)
    return rounded(lambda bits: real(alpha, bits) * expm1(real(a, bits)))


FUNCTION = elu
