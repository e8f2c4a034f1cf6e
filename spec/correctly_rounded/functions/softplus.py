"""softplus: log(1 + e**x) is transcendental for every algebraic x.

If it were an algebraic z, then e**z - e**x - e**0 = 0, which Lindemann and Weierstrass (1885)
exclude for different exponents z, x and 0. At x = 0 it is log 2 (Lindemann, 1882).
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log_2
from samebits.spec.correctly_rounded.frame import at_least, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, ZERO, is_zero
from samebits.spec.correctly_rounded.reals import real
from samebits.spec.correctly_rounded.sigmoids import soft


def softplus(a: int) -> int:
    """Return log(1 + e**a); from 50 on it is above a by less than e**-50 < 2**-72."""
    if is_zero(a):
        return rounded(log_2)
    found = special(a, ZERO, ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return a if at_least(a, 50) else rounded(lambda bits: soft(real(a, bits)))


FUNCTION = softplus
