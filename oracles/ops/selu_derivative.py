"""selu_derivative: scale * a * e**x for x < 0, transcendental by Lindemann."""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.elementwise import below_zero
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.ops.selu import PRODUCT, SCALE
from samebits.oracles.rounding import Real, from_fraction
from samebits.oracles.special import ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): scale a at +-0, +0 at -inf, scale for x > 0."""
    found = special(x, ZERO, from_fraction(PRODUCT), from_fraction(PRODUCT), from_fraction(SCALE))
    if found is not None:
        return found
    return None if x.negative else from_fraction(SCALE)


def _value(kit: Kit, x: Any) -> Any:
    return kit.number(PRODUCT.numerator, PRODUCT.denominator) * kit.exp(x)


ORACLE = in_three(known, _value, holds=below_zero)

DEFINITION = DerivativeOf("selu")
