"""elu_derivative: alpha e**x is transcendental for algebraic x and alpha not 0 (Lindemann)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import multiply
from samebits.spec.correctly_rounded.elementary import exp
from samebits.spec.correctly_rounded.frame import rounded, special
from samebits.spec.correctly_rounded.patterns import ONE, SIGN, ZERO, is_zero
from samebits.spec.correctly_rounded.reals import real


def slope_of_elu(a: int, alpha: int) -> int:
    """Return 1 for a > 0, else alpha e**a."""
    found = special(a, multiply(alpha, ZERO), alpha, alpha, ONE)
    if found is not None:
        return found
    if a < SIGN:
        return ONE
    return alpha if is_zero(alpha) else rounded(lambda bits: real(alpha, bits) * exp(real(a, bits)))


FUNCTION = slope_of_elu
