"""erfc: 1 - erf x. Every result is proven; as for erf, it is not proven that the loop ends."""

from __future__ import annotations

from samebits.spec.correctly_rounded.error_function import erfc
from samebits.spec.correctly_rounded.frame import at_least, at_most, rounded, special
from samebits.spec.correctly_rounded.patterns import ONE, ZERO
from samebits.spec.correctly_rounded.reals import real

_TWO = 0x4000000000000000


def complement(a: int) -> int:
    """Return erfc a.

    For a >= 28 the value is below e**-784 < 2**-1131. For a <= -7 it differs from 2 by less than
    e**-49 < 2**-70.
    """
    found = special(a, _TWO, ONE, ONE, ZERO)
    if found is not None:
        return found
    if at_least(a, 28):
        return ZERO
    return _TWO if at_most(a, 7) else rounded(lambda bits: erfc(real(a, bits)))


FUNCTION = complement
