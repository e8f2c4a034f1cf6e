"""silu, quick_gelu and their derivatives: x / (1 + e**-cx) with c = 1 or 1.702.

All are rational functions of e**(cx) and x that are not constant in the power, which is
transcendental for an algebraic x other than 0 (Lindemann, 1882). Near 0 a value is x/2 + c x**2/4:
half of an odd subnormal number is a tie but for the second term, and the loop goes on until it
shows.
"""

from __future__ import annotations

from collections.abc import Callable

from samebits.spec.correctly_rounded.frame import HALF, MINUS_ZERO, at_least, rounded, special
from samebits.spec.correctly_rounded.functions.logistic import logistic
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE
from samebits.spec.correctly_rounded.reals import Real, real

Scaled = Callable[[Real], Real]


def _once(x: Real) -> Real:
    return x


def _quick(x: Real) -> Real:
    return x * 1702 / 1000


def _gated(a: int, scaled: Scaled) -> int:
    """x / (1 + e**-cx). From 50 on it is below x by a share of less than e**-50 < 2**-72."""
    found = special(a, MINUS_ZERO, a, a, INFINITY)
    if found is not None:
        return found
    return a if at_least(a, 50) else rounded(lambda bits: _value(real(a, bits), scaled))


def _value(x: Real, scaled: Scaled) -> Real:
    return x * logistic(scaled(x))


def _slope(a: int, scaled: Scaled) -> int:
    """s + z s (1 - s) with s = 1 / (1 + e**-z) and z = cx; its only zero is transcendental.

    From 60 on it is above 1 by less than z e**-z < 2**-80.
    """
    found = special(a, MINUS_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    return ONE if at_least(a, 60) else rounded(lambda bits: _steepness(scaled(real(a, bits))))


def _steepness(z: Real) -> Real:
    return logistic(z) * (1 + z * logistic(-z))


def silu(a: int) -> int:
    """a / (1 + e**-a)."""
    return _gated(a, _once)


def slope_of_silu(a: int) -> int:
    """The derivative of silu."""
    return _slope(a, _once)


def quick_gelu(a: int) -> int:
    """a / (1 + e**(-1.702 a))."""
    return _gated(a, _quick)


def slope_of_quick_gelu(a: int) -> int:
    """The derivative of quick_gelu."""
    return _slope(a, _quick)


FUNCTIONS = {
    "silu": silu,
    "silu_derivative": slope_of_silu,
    "quick_gelu": quick_gelu,
    "quick_gelu_derivative": slope_of_quick_gelu,
}
