"""selu_derivative: scale, or scale alpha e**x, which is transcendental (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp
from samebits.spec.correctly_rounded.frame import rounded, special
from samebits.spec.correctly_rounded.functions.selu import PRODUCT, SCALE, product, rational
from samebits.spec.correctly_rounded.patterns import SIGN, ZERO
from samebits.spec.correctly_rounded.reals import real


def slope_of_selu(a: int) -> int:
    """Return scale for a > 0, else scale alpha e**a."""
    steep = rational(PRODUCT)
    found = special(a, ZERO, steep, steep, rational(SCALE))
    if found is not None:
        return found
    if a < SIGN:
        return rational(SCALE)
    return rounded(lambda bits: product(bits) * exp(real(a, bits)))


FUNCTION = slope_of_selu
