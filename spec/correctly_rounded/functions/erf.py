"""erf: 2/sqrt(pi) times the integral of e**(-t**2) from 0 to x.

At an algebraic x other than 0 the integral is transcendental (Siegel, 1929; Shidlovskii, 1959). No
theorem is known for the integral times 2/sqrt(pi). It would only be needed to prove that the loop
always ends. When the loop ends, it has shown that the value is not a midpoint, so the result is
right.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.error_function import erf
from samebits.spec.correctly_rounded.frame import (
    MINUS_ONE,
    at_least,
    magnitude,
    rounded,
    sign,
    special,
)
from samebits.spec.correctly_rounded.patterns import ONE
from samebits.spec.correctly_rounded.reals import real


def error_function(a: int) -> int:
    """Return erf a; for a >= 7 it differs from 1 by less than e**-49 < 2**-70."""
    found = special(a, MINUS_ONE, a, a, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 7):
        return sign(a) | ONE
    return rounded(lambda bits: erf(real(a, bits)))


FUNCTION = error_function
