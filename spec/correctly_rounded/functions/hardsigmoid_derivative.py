"""hardsigmoid_derivative: 1/6 between -3 and 3, else +0."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import quotient
from samebits.spec.correctly_rounded.frame import at_least, magnitude, special
from samebits.spec.correctly_rounded.patterns import ZERO

_SIXTH = quotient(False, 1, 6, 0)


def slope_of_hardsigmoid(a: int) -> int:
    """Return 1/6 for -3 < a < 3, else +0."""
    found = special(a, ZERO, _SIXTH, _SIXTH, ZERO)
    if found is not None:
        return found
    return ZERO if at_least(magnitude(a), 3) else _SIXTH


FUNCTION = slope_of_hardsigmoid
