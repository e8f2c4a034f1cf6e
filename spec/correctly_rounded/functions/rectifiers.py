"""relu, relu6, leaky_relu and their derivatives: an operand, a constant, or an exact product."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import from_integer, multiply
from samebits.spec.correctly_rounded.frame import special
from samebits.spec.correctly_rounded.patterns import INFINITY, NAN, ONE, SIGN, ZERO, is_nan

_SIX = from_integer(6)


def relu(a: int) -> int:
    """The larger of a and +0."""
    found = special(a, ZERO, ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return ZERO if a >= SIGN else a


def slope_of_relu(a: int) -> int:
    """1 for a > 0."""
    found = special(a, ZERO, ZERO, ZERO, ONE)
    if found is not None:
        return found
    return ZERO if a >= SIGN else ONE


def relu_up_to_six(a: int) -> int:
    """The smaller of 6 and the larger of a and +0."""
    return NAN if is_nan(a) else min(relu(a), _SIX)


def slope_of_relu_up_to_six(a: int) -> int:
    """1 for 0 < a < 6."""
    found = special(a, ZERO, ZERO, ZERO, ZERO)
    if found is not None:
        return found
    return ONE if a < _SIX else ZERO


def leaky_relu(a: int, slope: int) -> int:
    """a for a > 0, else slope * a with the special values of a product (S4.7)."""
    below = multiply(slope, a)
    found = special(a, below, below, below, INFINITY)
    if found is not None:
        return found
    return below if a >= SIGN else a


def slope_of_leaky_relu(a: int, slope: int) -> int:
    """1 for a > 0, else the slope."""
    found = special(a, slope, slope, slope, ONE)
    if found is not None:
        return found
    return slope if a >= SIGN else ONE


FUNCTIONS = {
    "relu": relu,
    "relu_derivative": slope_of_relu,
    "relu6": relu_up_to_six,
    "relu6_derivative": slope_of_relu_up_to_six,
    "leaky_relu": leaky_relu,
    "leaky_relu_derivative": slope_of_leaky_relu,
}
