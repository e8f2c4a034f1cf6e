"""normal_quantile: the y with Phi(y) = p, for the standard normal distribution function Phi.

As for erf, every result is proven to be right, but it is not proven that the loop always ends.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.error_function import inverse_erf, inverse_erfc
from samebits.spec.correctly_rounded.frame import HALF, MINUS_INFINITY, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN, ONE, ZERO
from samebits.spec.correctly_rounded.reals import Real, real, square_root

_QUARTER = 0x3FD0000000000000
_THREE_QUARTERS = 0x3FE8000000000000


def quantile(a: int) -> int:
    """Return the y with Phi(y) = a.

    In the tails, the inverse of erfc is used at 2a or 2(1 - a), which are exact.
    """
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


FUNCTION = quantile
