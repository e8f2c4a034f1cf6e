"""softsign_derivative: the fraction 1 / (1 + |x|)**2."""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real, from_fraction
from samebits.oracles.special import ONE, ZERO, special


def _exact(x: Real) -> Real:
    """Return 1 / (1 + |x|)**2, with the special values of S4: 1 at +-0, +0 at the infinities."""
    found = special(x, ZERO, ONE, ONE, ZERO)
    if found is not None:
        return found
    return from_fraction(1 / (1 + abs(x.fraction())) ** 2)


def _arb(x: Any) -> Any:
    return 1 / (1 + abs(x)) ** 2


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = DerivativeOf("softsign")
