"""logsigmoid_derivative: 1 / (1 + e**x), the sigmoid of -x."""

from __future__ import annotations

from samebits.spec.correctly_rounded.functions.sigmoid import sigmoid
from samebits.spec.correctly_rounded.patterns import SIGN, is_nan


def mirrored_sigmoid(a: int) -> int:
    """Return 1 / (1 + e**a)."""
    return sigmoid(a) if is_nan(a) else sigmoid(a ^ SIGN)


FUNCTION = mirrored_sigmoid
