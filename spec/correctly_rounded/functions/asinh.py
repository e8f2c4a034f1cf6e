"""asinh: the logarithm of an algebraic number other than 1 is transcendental (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log1p
from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, magnitude, rounded, sign, special
from samebits.spec.correctly_rounded.patterns import INFINITY
from samebits.spec.correctly_rounded.reals import Real, real, square_root


def inverse_sine(a: int) -> int:
    """Return log(a + sqrt(a**2 + 1)), with the sign of a."""
    found = special(a, MINUS_INFINITY, a, a, INFINITY)
    if found is not None:
        return found
    return sign(a) | rounded(lambda bits: _asinh(real(magnitude(a), bits)))


def _asinh(x: Real) -> Real:
    """Return log(1 + x + (sqrt(1 + q) - 1)) with q = x**2.

    The bracket is q / (1 + sqrt(1 + q)), which does not cancel.
    """
    square = x * x
    return log1p(x + square / (1 + square_root(1 + square)))


FUNCTION = inverse_sine
