"""relu6_derivative: 1 between 0 and 6, else +0."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import from_integer
from samebits.spec.correctly_rounded.frame import special
from samebits.spec.correctly_rounded.patterns import ONE, ZERO

_SIX = from_integer(6)


def slope_of_relu_up_to_six(a: int) -> int:
    """Return 1 for 0 < a < 6, else +0."""
    found = special(a, ZERO, ZERO, ZERO, ZERO)
    if found is not None:
        return found
    return ONE if a < _SIX else ZERO


FUNCTION = slope_of_relu_up_to_six
