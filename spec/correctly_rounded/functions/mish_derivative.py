"""mish_derivative: w ((w + 2) d + 4x (1 + w)) / d**2 with w = e**x, d = w (w + 2) + 2.

It is transcendental for an algebraic x other than 0 (Lindemann, 1882), and so is its only zero.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import quotient
from samebits.spec.correctly_rounded.elementary import exp
from samebits.spec.correctly_rounded.frame import MINUS_ZERO, at_least, rounded, special
from samebits.spec.correctly_rounded.patterns import ONE
from samebits.spec.correctly_rounded.reals import Real, real

_THREE_FIFTHS = quotient(False, 3, 5, 0)


def slope_of_mish(a: int) -> int:
    """Return w ((w + 2) d + 4 a (1 + w)) / d**2; its only zero is transcendental.

    For a >= 30 the value exceeds 1 by less than 4 a e**-2a < 2**-79, so it rounds to 1.
    """
    found = special(a, MINUS_ZERO, _THREE_FIFTHS, _THREE_FIFTHS, ONE)
    if found is not None:
        return found
    return ONE if at_least(a, 30) else rounded(lambda bits: _slope(real(a, bits)))


def _slope(x: Real) -> Real:
    w = exp(x)
    d = w * (w + 2) + 2
    return w * ((w + 2) * d + 4 * x * (1 + w)) / (d * d)


FUNCTION = slope_of_mish
