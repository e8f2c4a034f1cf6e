"""tanhshrink: x - tanh x is transcendental for every algebraic x not 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import tanh
from samebits.spec.correctly_rounded.frame import (
    MINUS_INFINITY,
    at_least,
    magnitude,
    rounded,
    special,
)
from samebits.spec.correctly_rounded.patterns import INFINITY, decode, encode
from samebits.spec.correctly_rounded.reals import Real, real


def shrunk(a: int) -> int:
    """Return a - tanh a, which is about a**3 / 3 near 0.

    Near 0 the difference cancels, so the loop needs more bits. For |a| >= 30 the magnitude is
    |a| - (1 - d) with 0 < d < 2 e**-60 < 2**-85. It is slightly above m = |a| - 1, which may be a
    midpoint. `encode` gets m with an appended 1, which is on the same side of every midpoint. m has
    80 bits after the point; for |a| above 2**60 these bits do not affect the result.
    """
    found = special(a, MINUS_INFINITY, a, a, INFINITY)
    if found is not None:
        return found
    if not at_least(magnitude(a), 30):
        return rounded(lambda bits: _shrunk(real(a, bits)))
    x, places = decode(a), 80
    if x.exponent >= 0:
        less = (x.significand << (x.exponent + places)) - (1 << places)
    else:
        less = (x.significand << (places + x.exponent)) - (1 << places)
    return encode(x.negative, 2 * less + 1, -places - 1)


def _shrunk(x: Real) -> Real:
    return x - tanh(x)


FUNCTION = shrunk
