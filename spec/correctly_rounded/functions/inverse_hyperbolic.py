"""asinh, acosh, atanh: logarithms of algebraic numbers, transcendental but for log 1 (Lindemann).

No formula cancels: each is the logarithm of 1 plus a positive number.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import log1p
from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, magnitude, rounded, sign, special
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN, ONE, ZERO
from samebits.spec.correctly_rounded.reals import Real, real, square_root


def inverse_sine(a: int) -> int:
    """log(a + sqrt(a**2 + 1)), with the sign of a."""
    found = special(a, MINUS_INFINITY, a, a, INFINITY)
    if found is not None:
        return found
    return sign(a) | rounded(lambda bits: _asinh(real(magnitude(a), bits)))


def _asinh(x: Real) -> Real:
    """log(1 + x + (sqrt(1 + q) - 1)), the bracket being q / (1 + sqrt(1 + q)) with q = x**2."""
    square = x * x
    return log1p(x + square / (1 + square_root(1 + square)))


def inverse_cosine(a: int) -> int:
    """log(a + sqrt(a**2 - 1)) for a >= 1."""
    found = special(a, NAN, NAN, NAN, INFINITY)
    if found is not None:
        return found
    if a == ONE:
        return ZERO
    if not ONE < a < INFINITY:
        return NAN
    return rounded(lambda bits: _acosh(real(a, bits)))


def _acosh(x: Real) -> Real:
    """log(1 + t + sqrt(t (t + 2))) with t = x - 1."""
    t = x - 1
    return log1p(t + square_root(t * (t + 2)))


def inverse_tangent(a: int) -> int:
    """log((1 + a) / (1 - a)) / 2, with the sign of a: log(1 + 2a / (1 - a)) / 2."""
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    if magnitude(a) >= ONE:
        return sign(a) | INFINITY if magnitude(a) == ONE else NAN
    return sign(a) | rounded(lambda bits: _atanh(real(magnitude(a), bits)))


def _atanh(x: Real) -> Real:
    return log1p(x * 2 / (1 - x)).times_power_of_two(-1)


FUNCTIONS = {"asinh": inverse_sine, "acosh": inverse_cosine, "atanh": inverse_tangent}
