"""tan: transcendental for every algebraic x other than 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded import series
from samebits.spec.correctly_rounded.cos_f64 import reduced
from samebits.spec.correctly_rounded.elementary import tangent
from samebits.spec.correctly_rounded.frame import HALF, magnitude, rounded, sign, special
from samebits.spec.correctly_rounded.patterns import NAN, decode
from samebits.spec.correctly_rounded.reals import Real, real


def tangent_of_radians(a: int) -> int:
    """Return the tangent of a in radians."""
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    if magnitude(a) < HALF:
        return rounded(lambda bits: tangent(real(a, bits)))
    return sign(a) ^ rounded(lambda bits: _tangent(a, bits))


def _tangent(a: int, bits: int) -> Real:
    """Return tan |a|: tan r with r = |a| modulo pi/2, or -cos r / sin r in an odd quarter turn."""
    quarters, rest = reduced(decode(a), bits)
    sine_of, cosine_of = (
        Real(*ball, -bits, bits) for ball in (series.sin(rest, bits), series.cos(rest, bits))
    )
    return -cosine_of / sine_of if quarters & 1 else sine_of / cosine_of


FUNCTION = tangent_of_radians
