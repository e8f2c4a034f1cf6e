"""relu: the operand or +0."""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import special
from samebits.spec.correctly_rounded.patterns import INFINITY, SIGN, ZERO


def relu(a: int) -> int:
    """Return the larger of a and +0."""
    found = special(a, ZERO, ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return ZERO if a >= SIGN else a


FUNCTION = relu
