"""Compute sin(pi x) and cos(pi x) by MPFR's sine and cosine of radians.

x is dyadic, so the nearest multiple of 1/2 is subtracted exactly. The remainder is at most 1/4 in
magnitude, and pi times the remainder has one rounding error. Neither sine nor cosine magnifies a
relative error there.
"""

from __future__ import annotations

from typing import Any

import gmpy2


def sin_half_turns(x: Any) -> Any:
    """Return sin(pi x)."""
    return _shifted(x, 0)


def cos_half_turns(x: Any) -> Any:
    """Return cos(pi x) = sin(pi (x + 1/2)). The 1/2 is added exactly, as a quarter turn."""
    return _shifted(x, 1)


def _shifted(x: Any, quarters: int) -> Any:
    """Return sin(pi x + quarters * pi/2)."""
    rest = gmpy2.fmod(x, 2)
    nearest = gmpy2.rint(2 * rest)
    angle = gmpy2.const_pi() * (rest - nearest / 2)
    quadrant = (int(nearest) + quarters) % 4
    value = gmpy2.cos(angle) if quadrant % 2 else gmpy2.sin(angle)
    return -value if quadrant >= 2 else value
