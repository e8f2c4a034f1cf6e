"""square: a product, rounded once."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import multiply


def square(a: int) -> int:
    """Return a * a."""
    return multiply(a, a)


FUNCTION = square
