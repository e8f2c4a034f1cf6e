"""softplus: log(1 + e**x) is transcendental for every algebraic x.

If it were an algebraic number z, then e**z - e**x - e**0 = 0. The theorem of Lindemann and
Weierstrass (1885) excludes this for different exponents z, x and 0. For x = 0 the value is log 2,
which is transcendental too (Lindemann, 1882).
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log_2
from samebits.spec.correctly_rounded.frame import at_least, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, ZERO, is_zero
from samebits.spec.correctly_rounded.reals import real
from samebits.spec.correctly_rounded.sigmoids import soft


def softplus(a: int) -> int:
    """Return log(1 + e**a); for a >= 50 it is above a by less than e**-50 < 2**-72."""
    if is_zero(a):
        return rounded(log_2)
    found = special(a, ZERO, ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return a if at_least(a, 50) else rounded(lambda bits: soft(real(a, bits)))


FUNCTION = softplus
