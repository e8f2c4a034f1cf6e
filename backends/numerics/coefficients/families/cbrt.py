"""Coefficients of the first approximation of the cube root."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.families.constants import Number
from samebits.backends.numerics.coefficients.parts import Part, Polynomial


def inverse_cbrt(m: mpf) -> mpf:
    """Return m^(-1/3)."""
    return 1 / mpmath.cbrt(m)


def scale() -> tuple[mpf, mpf]:
    """Return a and b such that 1 + a r + b r^2 is 2^(-r/3) for r = 0, 1, 2."""
    one, two = inverse_cbrt(mpf(2)) - 1, inverse_cbrt(mpf(4)) - 1
    return 2 * one - two / 2, two / 2 - one


PARTS: tuple[Part, ...] = (
    Polynomial("cbrt_seed", "m^(-1/3) for 1 <= m <= 2", inverse_cbrt, 1.0, 2.0, 5, -17.0),
    Number("CBRT_EXPONENT", "Of the root, for an exponent of 1", lambda: mpf(1) / 3),
    Number("CBRT_SCALE_1", "2^(-r/3) for r = 0, 1, 2 is 1 + r times this", lambda: scale()[0]),
    Number("CBRT_SCALE_2", "and r^2 times this", lambda: scale()[1]),
    Number("CBRT_E", "(1 - e)^(-2/3) is 1 + e times this", lambda: mpf(2) / 3),
    Number("CBRT_E2", "and e^2 times this", lambda: mpf(5) / 9),
    Number("CBRT_U2", "cbrt(1 + u) is 1 + u/3 - u^2 times this", lambda: mpf(1) / 9),
    Number("CBRT_U3", "and u^3 times this", lambda: mpf(5) / 81),
)
