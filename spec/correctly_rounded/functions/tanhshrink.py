"""tanhshrink: x - tanh x is transcendental for every algebraic x but 0 (Lindemann, 1882)."""

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
    """a - tanh a, about a**3 / 3 near 0: the difference cancels, so the loop takes more bits.

    From 30 on the magnitude is |a| - (1 - d) with 0 < d < 2 e**-60 < 2**-85, so between |a| - 1,
    which may be a midpoint, and the number that `encode` takes for more than that: with at least
    60 bits behind the point, or none that count where |a| is beyond 2**60.
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
