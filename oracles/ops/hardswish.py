"""hardswish: the fraction x (x + 3) / 6 between -3 and 3."""

from typing import Any

import flint
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real, from_fraction
from samebits.oracles.special import INFINITY, NEGATIVE_ZERO, ZERO, special


def _exact(x: Real) -> Real:
    """Return x (x + 3) / 6 between -3 and 3, with the special values of S4: +-0 at +-0."""
    found = special(x, NEGATIVE_ZERO, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    value = x.fraction()
    if value <= -3:
        return NEGATIVE_ZERO
    return x if value >= 3 else from_fraction(value * (value + 3) / 6)


def _arb(x: Any) -> Any:
    return x * (x + 3).max(flint.arb(0)).min(flint.arb(6)) / 6


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = Formula(lambda x: x * min(max(x + 3, mpmath.mpf(0)), mpmath.mpf(6)) / 6)
