"""quick_gelu_derivative: algebraic in x and e**(1.702 x); see `slope_of_gated`."""

from __future__ import annotations

from samebits.spec.correctly_rounded.sigmoids import quick, slope_of_gated


def slope_of_quick_gelu(a: int) -> int:
    """Return the derivative of quick_gelu."""
    return slope_of_gated(a, quick)


FUNCTION = slope_of_quick_gelu
