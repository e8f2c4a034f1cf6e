"""Coefficients of the cube root's seed."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.c.coefficients.parts import Part, Polynomial


def inverse_cbrt(m: mpf) -> mpf:
    """m^(-1/3)."""
    return 1 / mpmath.cbrt(m)


PARTS: tuple[Part, ...] = (
    Polynomial("cbrt_seed", "m^(-1/3) for 1 <= m <= 2", inverse_cbrt, 1.0, 2.0, 5, -17.0),
)
