"""log2: an integer for a power of two, else irrational.

If 2**(p/q) = x, then x**q is a power of two, so x is a power of two.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import from_integer
from samebits.spec.correctly_rounded.elementary import log, log_2
from samebits.spec.correctly_rounded.frame import rounded
from samebits.spec.correctly_rounded.functions.log import special_of_logarithm
from samebits.spec.correctly_rounded.patterns import decode
from samebits.spec.correctly_rounded.reals import real


def logarithm_to_base_two(a: int) -> int:
    """Return the logarithm of a to base 2."""
    found = special_of_logarithm(a)
    if found is not None:
        return found
    x = decode(a)
    if x.significand.bit_count() == 1:
        return from_integer(x.exponent + x.significand.bit_length() - 1)
    return rounded(lambda bits: log(real(a, bits)) / log_2(bits))


FUNCTION = logarithm_to_base_two
