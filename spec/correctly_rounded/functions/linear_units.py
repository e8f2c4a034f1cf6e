"""elu, selu, celu and their derivatives: a line for x > 0, an exponential for x < 0.

- alpha (e**x - 1) and alpha e**x are transcendental for algebraic x and alpha other than 0
  (Lindemann, 1882), and so they are with x / alpha in the place of x.
- For x > 0 selu is scale x, a fraction.

The attribute alpha is a number of binary64, finite, and for celu not 0 (R4.4).
"""

from __future__ import annotations

from fractions import Fraction

from samebits.spec.correctly_rounded.arithmetic import multiply, negate, quotient
from samebits.spec.correctly_rounded.elementary import exp, expm1
from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, at_most, rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE, SIGN, ZERO, decode, is_zero
from samebits.spec.correctly_rounded.reals import Real, fraction, real

_SCALE = Fraction("1.0507009873554804934193349852946")
_PRODUCT = _SCALE * Fraction("1.6732632423543772848170429916717")


def elu(a: int, alpha: int) -> int:
    """a, or alpha (e**a - 1): below -50 within a share of e**-50 < 2**-72 of -alpha."""
    found = special(a, negate(alpha), multiply(alpha, a), multiply(alpha, a), INFINITY)
    if found is not None:
        return found
    if a < SIGN:
        return a
    if is_zero(alpha):
        return multiply(alpha, a)
    if at_most(a, 50):
        return negate(alpha)
    return rounded(lambda bits: real(alpha, bits) * expm1(real(a, bits)))


def slope_of_elu(a: int, alpha: int) -> int:
    """1, or alpha e**a."""
    found = special(a, multiply(alpha, ZERO), alpha, alpha, ONE)
    if found is not None:
        return found
    if a < SIGN:
        return ONE
    return alpha if is_zero(alpha) else rounded(lambda bits: real(alpha, bits) * exp(real(a, bits)))


def celu(a: int, alpha: int) -> int:
    """a, or alpha (e**(a / alpha) - 1), which is next to -alpha for a quotient below -50.

    At -inf it is -alpha for a positive alpha, and -inf for a negative one (S4.7).
    """
    found = special(a, MINUS_INFINITY if alpha >= SIGN else negate(alpha), a, a, INFINITY)
    if found is not None:
        return found
    if a < SIGN:
        return a
    x, scale = decode(a), decode(alpha)
    # A positive alpha, of which a is more than 50 times the magnitude.
    least = min(x.exponent, scale.exponent)
    if alpha < SIGN and (x.significand << (x.exponent - least)) > 50 * (
        scale.significand << (scale.exponent - least)
    ):
        return negate(alpha)
    return rounded(lambda bits: real(alpha, bits) * expm1(real(a, bits) / real(alpha, bits)))


def slope_of_celu(a: int, alpha: int) -> int:
    """1, or e**(a / alpha); at -inf the limit, +inf for a negative alpha (S4.7)."""
    found = special(a, INFINITY if alpha >= SIGN else ZERO, ONE, ONE, ONE)
    if found is not None:
        return found
    if a < SIGN:
        return ONE
    return rounded(lambda bits: exp(real(a, bits) / real(alpha, bits)))


def selu(a: int) -> int:
    """scale a, or scale alpha (e**a - 1)."""
    found = special(a, SIGN | _rational(_PRODUCT), a, a, INFINITY)
    if found is not None:
        return found
    if a >= SIGN:
        return rounded(lambda bits: _product(bits) * expm1(real(a, bits)))
    x = decode(a)
    return quotient(False, x.significand * _SCALE.numerator, _SCALE.denominator, x.exponent)


def slope_of_selu(a: int) -> int:
    """scale, or scale alpha e**a."""
    steep = _rational(_PRODUCT)
    found = special(a, ZERO, steep, steep, _rational(_SCALE))
    if found is not None:
        return found
    if a < SIGN:
        return _rational(_SCALE)
    return rounded(lambda bits: _product(bits) * exp(real(a, bits)))


def _rational(value: Fraction) -> int:
    return quotient(False, value.numerator, value.denominator, 0)


def _product(bits: int) -> Real:
    return fraction(_PRODUCT.numerator, _PRODUCT.denominator, bits)


FUNCTIONS = {
    "elu": elu,
    "elu_derivative": slope_of_elu,
    "celu": celu,
    "celu_derivative": slope_of_celu,
    "selu": selu,
    "selu_derivative": slope_of_selu,
}
