"""celu_derivative: e**(x/alpha) is transcendental for an algebraic x not 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp
from samebits.spec.correctly_rounded.frame import rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE, SIGN, ZERO
from samebits.spec.correctly_rounded.reals import real


def slope_of_celu(a: int, alpha: int) -> int:
    """Return 1 for a > 0, else e**(a / alpha).

    For a = -inf the result is the limit: +inf if alpha is negative, else +0 (S4.7).
    """
    found = special(a, INFINITY if alpha >= SIGN else ZERO, ONE, ONE, ONE)
    if found is not None:
        return found
    if a < SIGN:
        return ONE
    return rounded(lambda bits: exp(real(a, bits) / real(alpha, bits)))


FUNCTION = slope_of_celu
