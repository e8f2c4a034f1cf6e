"""celu: alpha (e**(x/alpha) - 1) is transcendental for algebraic x and alpha not 0 (Lindemann)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import negate
from samebits.spec.correctly_rounded.elementary import expm1
from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, SIGN, decode
from samebits.spec.correctly_rounded.reals import real


def celu(a: int, alpha: int) -> int:
    """Return a for a > 0, else alpha (e**(a / alpha) - 1).

    The second value rounds to -alpha if a / alpha < -50. For a = -inf it is -alpha if alpha is
    positive, and -inf if alpha is negative (S4.7).
    """
    found = special(a, MINUS_INFINITY if alpha >= SIGN else negate(alpha), a, a, INFINITY)
    if found is not None:
        return found
    if a < SIGN:
        return a
    x, scale = decode(a), decode(alpha)
    # If alpha is positive and |a| is more than 50 alpha, the result rounds to -alpha.
    least = min(x.exponent, scale.exponent)
    if alpha < SIGN and (x.significand << (x.exponent - least)) > 50 * (
        scale.significand << (scale.exponent - least)
    ):
        return negate(alpha)
    return rounded(lambda bits: real(alpha, bits) * expm1(real(a, bits) / real(alpha, bits)))


FUNCTION = celu
