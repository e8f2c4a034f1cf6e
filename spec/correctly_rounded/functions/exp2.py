"""exp2: for an integer x, 2**x is a number of binary64 or out of range.

For another dyadic x, it is a root of even degree of an odd power of two, which is irrational.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp, log_2
from samebits.spec.correctly_rounded.frame import rounded, special, whole
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE, ZERO, encode
from samebits.spec.correctly_rounded.reals import real


def power_of_two(a: int) -> int:
    """Return 2 to the power of a."""
    found = special(a, ZERO, ONE, ONE, INFINITY)
    if found is not None:
        return found
    n = whole(a)
    if n is not None:
        return encode(False, 1, n)
    return rounded(lambda bits: exp(real(a, bits) * log_2(bits)))


FUNCTION = power_of_two
