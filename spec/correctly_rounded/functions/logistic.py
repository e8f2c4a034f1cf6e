"""sigmoid, softplus, logsigmoid and their derivatives; logaddexp.

e**x is transcendental for every algebraic x but 0 (Lindemann, 1882), and so is 1 / (1 + e**-x).
log(1 + e**x) is transcendental too: if it were an algebraic z, then e**z - e**x - e**0 = 0, which
Lindemann and Weierstrass exclude for different exponents z, x and 0; and log 2 at x = 0 is. In the
same way e**x + e**y = e**z has no algebraic solution.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import less
from samebits.spec.correctly_rounded.elementary import exp, log1p, log_2
from samebits.spec.correctly_rounded.frame import (
    HALF,
    at_least,
    rounded,
    special,
)
from samebits.spec.correctly_rounded.patterns import (
    INFINITY,
    NAN,
    ONE,
    SIGN,
    ZERO,
    decode,
    is_infinite,
    is_nan,
    is_zero,
)
from samebits.spec.correctly_rounded.reals import Real, real

_QUARTER = 0x3FD0000000000000


def logistic(x: Real) -> Real:
    """1 / (1 + e**-x), good relative to its size on both sides."""
    if x.middle < 0:
        power = exp(x)
        return power / (1 + power)
    return 1 / (1 + exp(-x))


def soft(x: Real) -> Real:
    """log(1 + e**x): both terms of a sum are positive."""
    return log1p(exp(x)) if x.middle < 0 else x + log1p(exp(-x))


def sigmoid(a: int) -> int:
    """1 / (1 + e**-a). From 50 on it is within e**-50 < 2**-72 of 1."""
    found = special(a, ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    return ONE if at_least(a, 50) else rounded(lambda bits: logistic(real(a, bits)))


def mirrored_sigmoid(a: int) -> int:
    """1 / (1 + e**a)."""
    return sigmoid(a) if is_nan(a) else sigmoid(a ^ SIGN)


def slope_of_sigmoid(a: int) -> int:
    """e**-a / (1 + e**-a)**2: the product of the sigmoids of a and -a."""
    found = special(a, ZERO, _QUARTER, _QUARTER, ZERO)
    return rounded(lambda bits: _slope(real(a, bits))) if found is None else found


def _slope(x: Real) -> Real:
    return logistic(x) * logistic(-x)


def softplus(a: int) -> int:
    """log(1 + e**a). From 50 on it is above a by less than e**-50 < 2**-72."""
    if is_zero(a):
        return rounded(log_2)
    found = special(a, ZERO, ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return a if at_least(a, 50) else rounded(lambda bits: soft(real(a, bits)))


def logsigmoid(a: int) -> int:
    """-log(1 + e**-a)."""
    return NAN if is_nan(a) else SIGN ^ softplus(SIGN ^ a)


def logaddexp(a: int, b: int) -> int:
    """log(e**a + e**b) = M + log(1 + e**-d), M the larger operand and d how far the other is.

    Where M < 0 the sum may cancel, so the loop takes more bits.
    """
    if is_nan(a) or is_nan(b):
        return NAN
    least, most = (a, b) if less(a, b) else (b, a)
    if is_infinite(least) or is_infinite(most):
        return ZERO if is_zero(most) else most
    if not is_zero(most) and _hidden(least, most):
        return most
    return rounded(lambda bits: _joined(real(least, bits), real(most, bits)))


def _hidden(least: int, most: int) -> bool:
    """Whether e**-d is less than a quarter of what parts M from its neighbours: M is the result.

    Where 2**k <= |M| the neighbours are at least 2**(k - 53) away, and never less than 2**-1074. If
    floor(d) > 1100, or more than 60 - k, e**-d < 2**(-1.4 floor(d)) is small enough.
    """
    x, y = decode(least), decode(most)
    unit = min(x.exponent, y.exponent)
    distance = (y.signed << (y.exponent - unit)) - (x.signed << (x.exponent - unit))
    floor = distance << unit if unit >= 0 else distance >> -unit
    size = y.significand.bit_length() + y.exponent - 1
    return floor > 1100 or floor > max(60 - size, 0)


def _joined(least: Real, most: Real) -> Real:
    return most + log1p(exp(least - most))


FUNCTIONS = {
    "sigmoid": sigmoid,
    "sigmoid_derivative": slope_of_sigmoid,
    "softplus": softplus,
    "softplus_derivative": sigmoid,
    "logsigmoid": logsigmoid,
    "logsigmoid_derivative": mirrored_sigmoid,
    "logaddexp": logaddexp,
}
