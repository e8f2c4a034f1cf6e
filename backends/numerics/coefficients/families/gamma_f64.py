"""Coefficients of the gamma function in binary64: the remainder of Stirling's formula."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.double_doubles import DoubleDoublePolynomial
from samebits.backends.numerics.coefficients.families.lgamma import stirling
from samebits.backends.numerics.coefficients.parts import Part

DOUBLE_DOUBLES = 4


def terms(count: int) -> list[mpf]:
    """Return the first coefficients of Stirling's series.

    They are B_2k / (2k (2k - 1)) with Bernoulli numbers B_2k.
    """
    return [mpmath.bernoulli(2 * k) / (2 * k * (2 * k - 1)) for k in range(1, count + 1)]


PARTS: tuple[Part, ...] = (
    DoubleDoublePolynomial(
        "stirling_f64",
        "Stirling's remainder times x in 1/x^2, x >= 8.5",
        stirling,
        terms(DOUBLE_DOUBLES),
        0.0,
        1 / 8.5**2,
        10,
        -85.0,
    ),
)
