"""mish: x tanh(log(1 + e**x)) = x n / (n + 2) with w = e**x and n = w (w + 2).

The value is algebraic in x and w, and transcendental for an algebraic x other than 0 (Lindemann,
1882).
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp
from samebits.spec.correctly_rounded.frame import MINUS_ZERO, at_least, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY
from samebits.spec.correctly_rounded.reals import Real, real


def mish(a: int) -> int:
    """Return a n / (n + 2), which rounds to a for a >= 30.

    The relative distance from a is then below 2 e**-60 < 2**-85.
    """
    found = special(a, MINUS_ZERO, a, a, INFINITY)
    if found is not None:
        return found
    return a if at_least(a, 30) else rounded(lambda bits: _mish(real(a, bits)))


def _mish(x: Real) -> Real:
    w = exp(x)
    n = w * (w + 2)
    return x * n / (n + 2)


FUNCTION = mish
