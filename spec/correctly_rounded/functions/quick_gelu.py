"""quick_gelu: x / (1 + e**(-1.702 x)), transcendental for algebraic x not 0 (Lindemann)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.sigmoids import gated, quick


def quick_gelu(a: int) -> int:
    """Return a / (1 + e**(-1.702 a))."""
    return gated(a, quick)


FUNCTION = quick_gelu
