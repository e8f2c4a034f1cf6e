"""lgamma: log |Gamma(x)|, where Gamma(x) is an integer for an integer x > 0.

The logarithm of an integer above 1 is transcendental (Lindemann, 1882). For other dyadic x, a
theorem is not known. It would only be needed to prove that the loop always ends. When the loop
ends, the value is not a midpoint, so the result is right.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log, pi
from samebits.spec.correctly_rounded.frame import at_most, rounded, special, whole
from samebits.spec.correctly_rounded.gamma_function import REFLECTED, log_gamma
from samebits.spec.correctly_rounded.half_turns import sine_enclosed
from samebits.spec.correctly_rounded.patterns import INFINITY, SIGN, ZERO
from samebits.spec.correctly_rounded.reals import Real, real


def logarithm_of_gamma(a: int) -> int:
    """Return log |Gamma(a)|.

    It is not known whether the zeros other than 1 and 2 are dyadic numbers.
    """
    found = special(a, INFINITY, INFINITY, INFINITY, INFINITY)
    if found is not None:
        return found
    n = whole(a)
    if n is not None and n <= 2:
        return INFINITY if a >= SIGN else ZERO
    return rounded(lambda bits: _log_gamma(a, bits))


def _log_gamma(a: int, bits: int) -> Real:
    """Return log |Gamma(x)|; for x <= REFLECTED, as log(pi / |sin(pi x)|) - log Gamma(1 - x)."""
    x = real(a, bits)
    if not at_most(a, -REFLECTED):
        return log_gamma(x)
    return log(pi(bits) / abs(sine_enclosed(a, bits))) - log_gamma(1 - x)


FUNCTION = logarithm_of_gamma
