"""atanh: the logarithm of an algebraic number other than 1 is transcendental (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log1p
from samebits.spec.correctly_rounded.frame import magnitude, rounded, sign, special
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN, ONE
from samebits.spec.correctly_rounded.reals import Real, real


def inverse_tangent(a: int) -> int:
    """Return log((1 + a) / (1 - a)) / 2, computed as log(1 + 2|a| / (1 - |a|)) / 2 with sign."""
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    if magnitude(a) >= ONE:
        return sign(a) | INFINITY if magnitude(a) == ONE else NAN
    return sign(a) | rounded(lambda bits: _atanh(real(magnitude(a), bits)))


def _atanh(x: Real) -> Real:
    return log1p(x * 2 / (1 - x)).times_power_of_two(-1)


FUNCTION = inverse_tangent
