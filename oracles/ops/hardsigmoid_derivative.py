"""hardsigmoid_derivative: 1/6 strictly between -3 and 3, else +0."""

from fractions import Fraction
from typing import Any

import flint

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real, from_fraction
from samebits.oracles.special import ZERO, special


def _exact(x: Real) -> Real:
    """Return 1/6 strictly between -3 and 3, else +0, with the special values of S4."""
    found = special(x, ZERO, from_fraction(Fraction(1, 6)), from_fraction(Fraction(1, 6)), ZERO)
    if found is not None:
        return found
    return from_fraction(Fraction(1, 6)) if abs(x.fraction()) < 3 else ZERO


def _arb(x: Any) -> Any:
    return flint.arb(1) / 6 if abs(x) < 3 else flint.arb(0)


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = DerivativeOf("hardsigmoid")
