"""tanhshrink_derivative: tanh(x)**2, transcendental for algebraic x not 0 (Lindemann).

Near 0 the value is x**2 - 2 x**4 / 3. If x**2 is a tie, the loop continues until the precision is
high enough for the second term.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import tanh
from samebits.spec.correctly_rounded.frame import at_least, magnitude, rounded, special
from samebits.spec.correctly_rounded.patterns import ONE, ZERO
from samebits.spec.correctly_rounded.reals import Real, real


def slope_of_shrunk(a: int) -> int:
    """Return tanh(a)**2; for |a| >= 30 it differs from 1 by less than 4 e**-60 < 2**-84."""
    found = special(a, ONE, ZERO, ZERO, ONE)
    if found is not None:
        return found
    if at_least(magnitude(a), 30):
        return ONE
    return rounded(lambda bits: _square(tanh(real(a, bits))))


def _square(t: Real) -> Real:
    return t * t


FUNCTION = slope_of_shrunk
