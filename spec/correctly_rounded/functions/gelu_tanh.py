"""gelu_tanh: x / (1 + e**-2u) with u = sqrt(2/pi) (x + 0.044715 x**3).

For e to the power of this u, a theorem is not known. It would only be needed to prove that the loop
always ends. When the loop ends, the value is not a midpoint, so the result is right.

Near 0 gelu_tanh is x/2 + x**2 / sqrt(2 pi). Half of an odd subnormal number is a tie that only the
second term resolves, so the loop continues until the precision is high enough for the second term.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import pi
from samebits.spec.correctly_rounded.frame import MINUS_ZERO, at_least, at_most, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY
from samebits.spec.correctly_rounded.reals import Real, real, square_root
from samebits.spec.correctly_rounded.sigmoids import logistic


def gelu_by_tanh(a: int) -> int:
    """Return a / (1 + e**-2u).

    u(13) > 88 and u(-25) < -577. Therefore the value rounds to a for a >= 13, and to -0 for a <=
    -25.
    """
    found = special(a, MINUS_ZERO, a, a, INFINITY)
    if found is not None:
        return found
    if at_most(a, 25):
        return MINUS_ZERO
    return a if at_least(a, 13) else rounded(lambda bits: _gelu_by_tanh(real(a, bits)))


def twice_u(x: Real) -> Real:
    """Return 2 u."""
    return twice_root(x.bits) * (x + x * x * x * 44715 / 10**6)


def twice_root(bits: int) -> Real:
    """Return 2 sqrt(2 / pi)."""
    return square_root(8 / pi(bits))


def _gelu_by_tanh(x: Real) -> Real:
    return x * logistic(twice_u(x))


FUNCTION = gelu_by_tanh
