"""Coefficients of the activation functions in binary64."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import DIGITS, Part, Polynomial


def expm1_rest(r: mpf) -> mpf:
    """Return (e^r - 1 - r) / r^2."""
    return mpmath.nsum(lambda n: r**n / mpmath.factorial(n + 2), [0, 30])


def atanh_ratio(w: mpf) -> mpf:
    """Return 2 atanh(s) / s as a function of w = s^2."""
    s = mpmath.sqrt(w) if w > mpf(2) ** -80 else mpf(2) ** -40
    return 2 * mpmath.atanh(s) / s


def tanhshrink_ratio(w: mpf) -> mpf:
    """Return (x - tanh x) / x^3 as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    with mpmath.workdps(2 * DIGITS):  # more digits, since the difference cancels
        return (x - mpmath.tanh(x)) / x**3


PARTS: tuple[Part, ...] = (
    Polynomial(
        "activation_expm1_rest",
        "(e^r - 1 - r) / r^2 for |r| <= log(2)/2",
        expm1_rest,
        -0.34664,
        0.34664,
        8,
        -45.5,
    ),
    Polynomial(
        "activation_atanh",
        "2 atanh(s) / s in s^2, |s| <= 1/3",
        atanh_ratio,
        0.0,
        0.11112,
        8,
        -47.0,
    ),
    Polynomial(
        "activation_tanhshrink",
        "(x - tanh(x)) / x^3 in x^2, |x| <= 5/8",
        tanhshrink_ratio,
        0.0,
        0.390625,
        9,
        -46.5,
    ),
)
