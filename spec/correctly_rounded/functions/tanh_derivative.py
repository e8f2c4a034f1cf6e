"""tanh_derivative: 1 / cosh(x)**2, transcendental for algebraic x not 0 (Lindemann)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import cosh
from samebits.spec.correctly_rounded.frame import magnitude, rounded, special
from samebits.spec.correctly_rounded.patterns import ONE, ZERO
from samebits.spec.correctly_rounded.reals import Real, real


def slope_of_tangent(a: int) -> int:
    """Return 1 / cosh(a)**2.

    For a tiny a the value is near 1, so the loop ends when the ball around it excludes all
    midpoints.
    """
    found = special(a, ZERO, ONE, ONE, ZERO)
    return rounded(lambda bits: _slope(real(magnitude(a), bits))) if found is None else found


def _slope(x: Real) -> Real:
    root = cosh(x)
    return 1 / (root * root)


FUNCTION = slope_of_tangent
