"""leaky_relu_derivative: 1 or the slope, by the sign of the operand."""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import special
from samebits.spec.correctly_rounded.patterns import ONE, SIGN


def slope_of_leaky_relu(a: int, slope: int) -> int:
    """Return 1 for a > 0, else the slope."""
    found = special(a, slope, slope, slope, ONE)
    if found is not None:
        return found
    return slope if a >= SIGN else ONE


FUNCTION = slope_of_leaky_relu
