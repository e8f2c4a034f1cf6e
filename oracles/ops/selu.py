"""selu: scale * a * (e**x - 1) for x < 0, transcendental for every dyadic x except 0 (Lindemann).

For x > 0 it is scale * x. The denominator of this product has a power of five, so the product is
not dyadic and never a tie.
"""

from fractions import Fraction
from typing import Any

import mpmath

from samebits.oracles.arithmetic import negate
from samebits.oracles.definitions import Formula, decimal
from samebits.oracles.elementwise import below_zero
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.rounding import Real, from_fraction
from samebits.oracles.special import INFINITY, NEGATIVE_ZERO, ZERO, special

SCALE = Fraction("1.0507009873554804934193349852946")
PRODUCT = SCALE * Fraction("1.6732632423543772848170429916717")


def known(x: Real) -> Real | None:
    """Return known results (S4): selu(+-0) = +-0, selu(-inf) = -scale a, selu(+inf) = +inf.

    For x > 0 the result is rational.
    """
    found = special(x, negate(from_fraction(PRODUCT)), NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return None if x.negative else from_fraction(SCALE * x.fraction())


def _value(kit: Kit, x: Any) -> Any:
    return kit.number(PRODUCT.numerator, PRODUCT.denominator) * kit.expm1(x)


ORACLE = in_three(known, _value, holds=below_zero)


def _definition(x: Any) -> Any:
    scale = decimal("1.0507009873554804934193349852946")
    a = decimal("1.6732632423543772848170429916717")
    return scale * (x if x > 0 else a * (mpmath.exp(x) - 1))


DEFINITION = Formula(_definition)
