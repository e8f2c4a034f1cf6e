"""hardsigmoid: the fraction min(max(x + 3, 0), 6) / 6."""

from fractions import Fraction
from typing import Any

import flint
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real, from_fraction
from samebits.oracles.special import HALF, ONE, ZERO, special


def _exact(x: Real) -> Real:
    """Return min(max(x + 3, 0), 6) / 6, with the special values of S4: 1/2 at +-0."""
    found = special(x, ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    return from_fraction(min(max(x.fraction() + 3, Fraction(0)), Fraction(6)) / 6)


def _arb(x: Any) -> Any:
    return (x + 3).max(flint.arb(0)).min(flint.arb(6)) / 6


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = Formula(lambda x: min(max(x + 3, mpmath.mpf(0)), mpmath.mpf(6)) / 6)
