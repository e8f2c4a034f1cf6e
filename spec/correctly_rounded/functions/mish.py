"""mish = x tanh(log(1 + e**x)) = x n / (n + 2) with w = e**x and n = w (w + 2); its derivative.

Both are rational functions of w and x that are not constant in w, which is transcendental for an
algebraic x other than 0 (Lindemann, 1882).
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import quotient
from samebits.spec.correctly_rounded.elementary import exp
from samebits.spec.correctly_rounded.frame import MINUS_ZERO, at_least, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE
from samebits.spec.correctly_rounded.reals import Real, real

_THREE_FIFTHS = quotient(False, 3, 5, 0)


def mish(a: int) -> int:
    """a n / (n + 2). From 30 on it is below a by a share of less than 2 e**-60 < 2**-85."""
    found = special(a, MINUS_ZERO, a, a, INFINITY)
    if found is not None:
        return found
    return a if at_least(a, 30) else rounded(lambda bits: _mish(real(a, bits)))


def _mish(x: Real) -> Real:
    w = exp(x)
    n = w * (w + 2)
    return x * n / (n + 2)


def slope_of_mish(a: int) -> int:
    """w ((w + 2) d + 4 a (1 + w)) / d**2 with d = n + 2; its only zero is transcendental.

    From 30 on it is above 1 by less than 4 a e**-2a < 2**-79.
    """
    found = special(a, MINUS_ZERO, _THREE_FIFTHS, _THREE_FIFTHS, ONE)
    if found is not None:
        return found
    return ONE if at_least(a, 30) else rounded(lambda bits: _slope(real(a, bits)))


def _slope(x: Real) -> Real:
    w = exp(x)
    d = w * (w + 2) + 2
    return w * ((w + 2) * d + 4 * x * (1 + w)) / (d * d)


FUNCTIONS = {"mish": mish, "mish_derivative": slope_of_mish}
