"""Coefficients of the logarithm from which one Newton step gives the accuracy of a pair."""

from __future__ import annotations

from samebits.backends.c.coefficients.families.log import log_rest
from samebits.backends.c.coefficients.parts import Part, Polynomial

PARTS: tuple[Part, ...] = (
    Polynomial(
        "wide_log_start",
        "(log((1+s)/(1-s)) - 2s) / s^3 in s^2, |s| <= (sqrt(2)-1)/(sqrt(2)+1)",
        log_rest,
        0.0,
        0.02945,
        6,
        -46.0,
    ),
)
