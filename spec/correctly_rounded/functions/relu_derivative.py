"""relu_derivative: 1 for positive operands, else +0."""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import special
from samebits.spec.correctly_rounded.patterns import ONE, SIGN, ZERO


def slope_of_relu(a: int) -> int:
    """Return 1 for a > 0, else +0."""
    found = special(a, ZERO, ZERO, ZERO, ONE)
    if found is not None:
        return found
    return ZERO if a >= SIGN else ONE


FUNCTION = slope_of_relu
