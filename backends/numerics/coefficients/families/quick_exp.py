"""Coefficients of exponentials in binary64, for first values that must pass a rounding test."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part, Polynomial


def exp2_slope(r: mpf) -> mpf:
    """Return (2^r - 1) / r."""
    r = r or mpf(2) ** -60
    return mpmath.expm1(r * mpmath.log(2)) / r


def exp10_slope(r: mpf) -> mpf:
    """Return (10^r - 1) / r."""
    r = r or mpf(2) ** -60
    return mpmath.expm1(r * mpmath.log(10)) / r


def expm1_rest(r: mpf) -> mpf:
    """Return (e^r - 1 - r) / r^2."""
    return mpmath.nsum(lambda n: r**n / mpmath.factorial(n + 2), [0, 30])


def sinh_rest(w: mpf) -> mpf:
    """Return (sinh r - r) / r^3 as a function of w = r^2."""
    return mpmath.nsum(lambda n: w**n / mpmath.factorial(2 * n + 3), [0, 15])


def cosh_rest(w: mpf) -> mpf:
    """Return (cosh r - 1) / r^2 as a function of w = r^2."""
    return mpmath.nsum(lambda n: w**n / mpmath.factorial(2 * n + 2), [0, 15])


PARTS: tuple[Part, ...] = (
    Polynomial("quick_exp2", "(2^r - 1) / r for |r| <= 1/2", exp2_slope, -0.5, 0.5, 9, -46.5),
    Polynomial(
        "quick_exp10",
        "(10^r - 1) / r for |r| <= log10(2)/2",
        exp10_slope,
        -0.15056,
        0.15056,
        9,
        -46.5,
    ),
    Polynomial(
        "quick_expm1",
        "(e^r - 1 - r) / r^2 for |r| <= log(2)/2",
        expm1_rest,
        -0.34664,
        0.34664,
        8,
        -43.0,
    ),
    Polynomial(
        "quick_sinh", "(sinh r - r) / r^3 in r^2, |r| <= log(2)/2", sinh_rest, 0.0, 0.1203, 3, -41.0
    ),
    Polynomial(
        "quick_cosh", "(cosh r - 1) / r^2 in r^2, |r| <= log(2)/2", cosh_rest, 0.0, 0.1203, 4, -48.0
    ),
)
