"""The sigmoid and the functions x * sigmoid(cx), for the modules of `functions/`.

silu and quick_gelu are x / (1 + e**-cx) with c = 1 and 1.702. They and their derivatives are
algebraic in x and e**(cx), which is transcendental for an algebraic x other than 0 (Lindemann,
1882). Near 0 the value of silu or quick_gelu is x/2 + c x**2/4. Half of an odd subnormal number is
a tie that only the second term resolves, so the loop continues until the precision is high enough
for the second term.
"""

from __future__ import annotations

from collections.abc import Callable

from samebits.spec.correctly_rounded.elementary import exp, log1p
from samebits.spec.correctly_rounded.frame import HALF, MINUS_ZERO, at_least, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE
from samebits.spec.correctly_rounded.reals import Real, real

Scaled = Callable[[Real], Real]
"""A function that returns z = cx for x."""


def logistic(x: Real) -> Real:
    """Return 1 / (1 + e**-x), with good relative precision for x of either sign."""
    if x.middle < 0:
        power = exp(x)
        return power / (1 + power)
    return 1 / (1 + exp(-x))


def soft(x: Real) -> Real:
    """Return log(1 + e**x), computed without cancellation."""
    return log1p(exp(x)) if x.middle < 0 else x + log1p(exp(-x))


def once(x: Real) -> Real:
    """Return x, the argument of the sigmoid in silu."""
    return x


def quick(x: Real) -> Real:
    """Return 1.702 x, the argument of the sigmoid in quick_gelu."""
    return x * 1702 / 1000


def gated(a: int, scaled: Scaled) -> int:
    """Return x / (1 + e**-cx).

    For x >= 50 the relative distance of the result from x is less than e**-50 < 2**-72, so it
    rounds to x.
    """
    found = special(a, MINUS_ZERO, a, a, INFINITY)
    if found is not None:
        return found
    return a if at_least(a, 50) else rounded(lambda bits: _value(real(a, bits), scaled))


def slope_of_gated(a: int, scaled: Scaled) -> int:
    """Return s + z s (1 - s) with s = 1 / (1 + e**-z) and z = cx; its only zero is transcendental.

    For x >= 60 the value exceeds 1 by less than z e**-z < 2**-80, so it rounds to 1.
    """
    found = special(a, MINUS_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    return ONE if at_least(a, 60) else rounded(lambda bits: _steepness(scaled(real(a, bits))))


def _value(x: Real, scaled: Scaled) -> Real:
    return x * logistic(scaled(x))


def _steepness(z: Real) -> Real:
    return logistic(z) * (1 + z * logistic(-z))
