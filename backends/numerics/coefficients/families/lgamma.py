"""Coefficients of log Gamma: around 2, Stirling's remainder, and the sine of the reflection."""

from __future__ import annotations

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.parts import DIGITS, Part, Polynomial


def about_two(d: mpf) -> mpf:
    """Return log Gamma(2 + d) / d."""
    if abs(d) < mpf(10) ** -30:
        return mpmath.digamma(2)
    return mpmath.loggamma(2 + d) / d


def stirling(z: mpf) -> mpf:
    """Return the scaled remainder of Stirling's formula as a function of z = 1 / x^2.

    It is x (log Gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2).
    """
    if z < mpf(10) ** -12:
        return (1 - z / 30 + 2 * z * z / 210) / 12
    with mp.workdps(2 * DIGITS):  # more digits, since the difference cancels
        x = 1 / mpmath.sqrt(z)
        return x * (mpmath.loggamma(x) - (x - 0.5) * mpmath.log(x) + x - mpmath.log(2 * mp.pi) / 2)


def sine_ratio(w: mpf) -> mpf:
    """Return sin(pi d) / (pi d) as a function of w = d^2."""
    return mpmath.sincpi(mpmath.sqrt(w) if w > mpf(2) ** -80 else mpf(2) ** -40)


PARTS: tuple[Part, ...] = (
    Polynomial(
        "lgamma_about_two",
        "log Gamma(2 + d) / d, |d| <= 1/2",
        about_two,
        -0.5,
        0.5,
        15,
        -48.0,
    ),
    Polynomial(
        "lgamma_stirling",
        "Stirling's remainder times x in 1/x^2, x >= 8.5",
        stirling,
        0.0,
        1 / 8.5**2,
        6,
        -53.0,
    ),
    Polynomial(
        "sine_ratio",
        "sin(pi d) / (pi d) in d^2, |d| <= 1/2",
        sine_ratio,
        0.0,
        0.25,
        7,
        -50.0,
    ),
)
