"""Constants of selu: the decimal numbers of its definition."""

from __future__ import annotations

from mpmath import mpf

from samebits.backends.numerics.coefficients.constants import Constant
from samebits.backends.numerics.coefficients.parts import Part

SCALE = "1.0507009873554804934193349852946"
A = "1.6732632423543772848170429916717"

PARTS: tuple[Part, ...] = (
    Constant("selu_scale", f"scale = {SCALE}", lambda: mpf(SCALE)),
    Constant("selu_scale_a", f"scale a, a = {A}", lambda: mpf(SCALE) * mpf(A)),
)
