"""silu_derivative: algebraic in x and e**x; see `slope_of_gated`."""

from __future__ import annotations

from samebits.spec.correctly_rounded.sigmoids import once, slope_of_gated


def slope_of_silu(a: int) -> int:
    """Return the derivative of silu."""
    return slope_of_gated(a, once)


FUNCTION = slope_of_silu
