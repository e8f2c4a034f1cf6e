"""softsign: the fraction x / (1 + |x|)."""

from typing import Any

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real, from_fraction
from samebits.oracles.special import MINUS_ONE, NEGATIVE_ZERO, ONE, ZERO, special


def _exact(x: Real) -> Real:
    """Return x / (1 + |x|), with the special values of S4: +-0 at +-0, +-1 at +-inf."""
    found = special(x, MINUS_ONE, NEGATIVE_ZERO, ZERO, ONE)
    if found is not None:
        return found
    value = x.fraction()
    return from_fraction(value / (1 + abs(value)))


def _arb(x: Any) -> Any:
    return x / (1 + abs(x))


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = Formula(lambda x: x / (1 + abs(x)))
