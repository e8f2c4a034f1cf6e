"""Constants of the activations x sigmoid(u), where u is a polynomial in x."""

from __future__ import annotations

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.constants import Constant
from samebits.backends.numerics.coefficients.parts import Part


def slope() -> mpf:
    """Return du/dx at 0 for gelu_tanh."""
    return 2 * mpmath.sqrt(2 / mp.pi)


PARTS: tuple[Part, ...] = (
    Constant("quick_gelu_slope", "1.702", lambda: mpf("1.702")),
    Constant("gelu_tanh_slope", "2 sqrt(2 / pi)", slope),
    Constant("gelu_tanh_cubic", "0.044715", lambda: mpf("0.044715")),
)
