"""lgamma: log |Gamma(x)|, at an integer above 2 the logarithm of one (Lindemann, 1882).

For other dyadic x no theorem is known. None is needed for an answer to be right, only for one to
come: where the loop ends, it has shown that the value is no midpoint.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log, pi
from samebits.spec.correctly_rounded.frame import at_most, rounded, special, whole
from samebits.spec.correctly_rounded.gamma_function import REFLECTED, log_gamma
from samebits.spec.correctly_rounded.half_turns import sine_enclosed
from samebits.spec.correctly_rounded.patterns import INFINITY, SIGN, ZERO
from samebits.spec.correctly_rounded.reals import Real, real


def logarithm_of_gamma(a: int) -> int:
    """log |Gamma(a)|. Its zeros, but those at 1 and 2, are not known to be no dyadic numbers."""
    found = special(a, INFINITY, INFINITY, INFINITY, INFINITY)
    if found is not None:
        return found
    n = whole(a)
    if n is not None and n <= 2:
        return INFINITY if a >= SIGN else ZERO
    return rounded(lambda bits: _log_gamma(a, bits))


def _log_gamma(a: int, bits: int) -> Real:
    """log |Gamma(x)|, far to the left as log(pi / |sin(pi x)|) - log Gamma(1 - x)."""
    x = real(a, bits)
    if not at_most(a, -REFLECTED):
        return log_gamma(x)
    return log(pi(bits) / abs(sine_enclosed(a, bits))) - log_gamma(1 - x)


FUNCTION = logarithm_of_gamma
