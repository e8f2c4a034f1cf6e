"""log10: an integer for a power of ten, else irrational.

If 10**(p/q) = x, then x**q is a power of ten, and therefore x too. Powers of ten below 1 are not
dyadic. 10**n has the odd part 5**n, which has at most 53 bits for n <= 22.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import from_integer
from samebits.spec.correctly_rounded.elementary import log, log_10
from samebits.spec.correctly_rounded.frame import rounded
from samebits.spec.correctly_rounded.functions.log import special_of_logarithm
from samebits.spec.correctly_rounded.reals import real

_POWERS_OF_TEN = {from_integer(10**n): from_integer(n) for n in range(23)}
"""A mapping from the pattern of each power of ten to the pattern of its logarithm."""


def logarithm_to_base_ten(a: int) -> int:
    """Return the logarithm of a to base 10."""
    found = special_of_logarithm(a)
    if found is None:
        found = _POWERS_OF_TEN.get(a)
    return rounded(lambda bits: log(real(a, bits)) / log_10(bits)) if found is None else found


FUNCTION = logarithm_to_base_ten
