"""exp10: 10**x is an integer for an integer x >= 0, and not dyadic for any other dyadic x.

For a negative integer x, the denominator contains a power of five. For a dyadic x that is not an
integer, 10**x is an irrational root.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp, log_10
from samebits.spec.correctly_rounded.frame import rounded, special, whole
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE, SIGN, ZERO, encode
from samebits.spec.correctly_rounded.reals import real


def power_of_ten(a: int) -> int:
    """Return 10 to the power of a.

    An integer exponent of 309 or more gives an infinity, because 10**309 > 2**1024. An integer
    exponent of -400 or less gives +0, because 10**-400 < 2**-1328.
    """
    found = special(a, ZERO, ONE, ONE, INFINITY)
    if found is not None:
        return found
    n = whole(a)
    if n is not None and not -400 < n < 0:
        return encode(False, 10**n, 0) if 0 < n < 309 else INFINITY if a < SIGN else ZERO
    return rounded(lambda bits: exp(real(a, bits) * log_10(bits)))


FUNCTION = power_of_ten
