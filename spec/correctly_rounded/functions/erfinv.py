"""erfinv: the y with erf y = x. As for erf, it is not proven that the loop ends."""

from __future__ import annotations

from samebits.spec.correctly_rounded.error_function import inverse_erf, inverse_erfc
from samebits.spec.correctly_rounded.frame import HALF, magnitude, rounded, sign, special
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN, ONE
from samebits.spec.correctly_rounded.reals import real


def inverse(a: int) -> int:
    """Return the y with erf y = a.

    For |a| > 1/2, y solves erfc y = 1 - |a| and gets the sign of a. The difference is exact.
    """
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    size = magnitude(a)
    if size >= ONE:
        return sign(a) | INFINITY if size == ONE else NAN
    if size <= HALF:
        return sign(a) | rounded(lambda bits: inverse_erf(real(size, bits)))
    return sign(a) | rounded(lambda bits: inverse_erfc(1 - real(size, bits)))


FUNCTION = inverse
