"""softplus_derivative: the derivative of log(1 + e**x), which is the sigmoid."""

from __future__ import annotations

from samebits.spec.correctly_rounded.functions.sigmoid import FUNCTION

__all__ = ["FUNCTION"]
