"""selu: a fraction for x > 0, else scale alpha (e**x - 1), with the constants of S4.8.

The second value is transcendental for every algebraic x other than 0 (Lindemann, 1882).
"""

from __future__ import annotations

from fractions import Fraction

from samebits.spec.correctly_rounded.arithmetic import quotient
from samebits.spec.correctly_rounded.elementary import expm1
from samebits.spec.correctly_rounded.frame import rounded, special
from samebits.spec.correctly_rounded.patterns import INFINITY, SIGN, decode
from samebits.spec.correctly_rounded.reals import Real, fraction, real

SCALE = Fraction("1.0507009873554804934193349852946")
PRODUCT = SCALE * Fraction("1.6732632423543772848170429916717")


def selu(a: int) -> int:
    """Return scale a for a > 0, else scale alpha (e**a - 1)."""
    found = special(a, SIGN | rational(PRODUCT), a, a, INFINITY)
    if found is not None:
        return found
    if a >= SIGN:
        return rounded(lambda bits: product(bits) * expm1(real(a, bits)))
    x = decode(a)
    return quotient(False, x.significand * SCALE.numerator, SCALE.denominator, x.exponent)


def product(bits: int) -> Real:
    """Return scale alpha as a ball."""
    return fraction(PRODUCT.numerator, PRODUCT.denominator, bits)


def rational(value: Fraction) -> int:
    """Return the pattern of a positive fraction, rounded."""
    return quotient(False, value.numerator, value.denominator, 0)


FUNCTION = selu
