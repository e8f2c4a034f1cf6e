"""reciprocal: a quotient, rounded once."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import divide
from samebits.spec.correctly_rounded.patterns import ONE


def reciprocal(a: int) -> int:
    """Return 1 / a."""
    return divide(ONE, a)


FUNCTION = reciprocal
