"""erf, erfc and the inverses erfinv and normal_quantile.

At an algebraic x other than 0 the integral of e**(-t**2) from 0 to x is transcendental (Siegel,
1929; Shidlovskii, 1959); no theorem is known to cover the factor 2/sqrt(pi) of erf as well, though
nobody expects a rational value. None is needed for an answer to be right, only for one to come:
where the loop ends, it has shown that the value is no midpoint. So it is with the inverses.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.error_function import erf, erfc, inverse_erf, inverse_erfc
from samebits.spec.correctly_rounded.frame import (
    HALF,
    MINUS_INFINITY,
    MINUS_ONE,
    at_least,
    at_most,
    magnitude,
    rounded,
    sign,
    special,
)
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN, ONE, ZERO
from samebits.spec.correctly_rounded.reals import Real, real, square_root

_TWO = 0x4000000000000000
_QUARTER = 0x3FD0000000000000
_THREE_QUARTERS = 0x3FE8000000000000


def error_function(a: int) -> int:
    """erf a. From 7 on it is within e**-49 < 2**-70 of 1."""
    found = special(a, MINUS_ONE, a, a, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 7):
        return sign(a) | ONE
    return rounded(lambda bits: erf(real(a, bits)))


def complement(a: int) -> int:
    """erfc a. From 28 on it is below e**-784 < 2**-1131; below -7 within e**-49 < 2**-70 of 2."""
    found = special(a, _TWO, ONE, ONE, ZERO)
    if found is not None:
        return found
    if at_least(a, 28):
        return ZERO
    return _TWO if at_most(a, 7) else rounded(lambda bits: erfc(real(a, bits)))


def inverse(a: int) -> int:
    """The y with erf y = a; beyond 1/2 that with erfc y = 1 - |a|, a difference that is exact."""
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    size = magnitude(a)
    if size >= ONE:
        return sign(a) | INFINITY if size == ONE else NAN
    if size <= HALF:
        return sign(a) | rounded(lambda bits: inverse_erf(real(size, bits)))
    return sign(a) | rounded(lambda bits: inverse_erfc(1 - real(size, bits)))


def quantile(a: int) -> int:
    """The y with Phi(y) = a, by erfc of the exact 2a or 2(1 - a) in the tails."""
    found = special(a, NAN, MINUS_INFINITY, MINUS_INFINITY, NAN)
    if found is not None:
        return found
    if a >= ONE:
        return INFINITY if a == ONE else NAN
    if a == HALF:
        return ZERO
    return rounded(lambda bits: _quantile(a, bits))


def _quantile(a: int, bits: int) -> Real:
    p, root = real(a, bits), square_root(Real(2, 0, 0, bits))
    if a <= _QUARTER:
        return -root * inverse_erfc(p * 2)
    if a >= _THREE_QUARTERS:
        return root * inverse_erfc((1 - p) * 2)
    off = p * 2 - 1
    value = root * inverse_erf(abs(off))
    return value if a > HALF else -value


FUNCTIONS = {
    "erf": error_function,
    "erfc": complement,
    "erfinv": inverse,
    "normal_quantile": quantile,
}
