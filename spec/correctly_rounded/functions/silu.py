"""silu: x / (1 + e**-x) is transcendental for every algebraic x not 0 (Lindemann, 1882)."""

from __future__ import annotations

from samebits.spec.correctly_rounded.sigmoids import gated, once


def silu(a: int) -> int:
    """Return a / (1 + e**-a)."""
    return gated(a, once)


FUNCTION = silu
