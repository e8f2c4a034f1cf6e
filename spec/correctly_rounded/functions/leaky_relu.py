"""leaky_relu: the operand, or its exact product with the slope, rounded once."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import multiply
from samebits.spec.correctly_rounded.frame import special
from samebits.spec.correctly_rounded.patterns import INFINITY, SIGN


def leaky_relu(a: int, slope: int) -> int:
    """Return a for a > 0, else slope * a with the special values of a product (S4.7)."""
    below = multiply(slope, a)
    found = special(a, below, below, below, INFINITY)
    if found is not None:
        return found
    return below if a >= SIGN else a


FUNCTION = leaky_relu
