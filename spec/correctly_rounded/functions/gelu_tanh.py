"""gelu_tanh: x / (1 + e**-2u) with u = sqrt(2/pi) (x + 0.044715 x**3).

No theorem is known for e to the power of this u. A theorem is needed only to prove that the loop
always ends. Where it ends, the value is not a midpoint, so the answer is right.

Near 0 it is x/2 + x**2 / sqrt(2 pi). Half of an odd subnormal number is a tie that only the second
term resolves, so the loop continues until the second term is visible.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import pi
from samebits.spec.correctly_rounded.frame import MINUS_ZERO, at_least, at_most, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY
from samebits.spec.correctly_rounded.reals import Real, real, square_root
from samebits.spec.correctly_rounded.sigmoids import logistic


def gelu_by_tanh(a: int) -> int:
    """Return a / (1 + e**-2u).

    u(13) > 88 and u(-25) < -577. So from 13 on it rounds to a, and at or below -25 to -0.
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
