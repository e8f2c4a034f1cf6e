"""tanh: algebraic in e**x, so transcendental for every algebraic x not 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import tanh
from samebits.spec.correctly_rounded.frame import (
    MINUS_ONE,
    at_least,
    magnitude,
    rounded,
    sign,
    special,
)
from samebits.spec.correctly_rounded.patterns import ONE
from samebits.spec.correctly_rounded.reals import real


def hyperbolic_tangent(a: int) -> int:
    """Return t / (t + 2) with t = e**(2|a|) - 1 and the sign of a.

    For |a| >= 30 its magnitude differs from 1 by less than 2 e**-60 < 2**-85.
    """
    found = special(a, MINUS_ONE, a, a, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 30):
        return sign(a) | ONE
    return rounded(lambda bits: tanh(real(a, bits)))


FUNCTION = hyperbolic_tangent
