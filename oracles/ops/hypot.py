"""hypot: sqrt(x**2 + y**2), which is exact only if the sum is a square.

The operands are scaled to integers, so the sum is an integer.
"""

from math import isqrt
from typing import Any

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import INFINITY


def known(x: Real, y: Real) -> Real | None:
    """Return known results (S4): +inf if either operand is infinite, even if the other is NaN.

    Otherwise a NaN gives NaN, and two zeros give +0. If the sum is a square, its root is exact.
    """
    if "infinite" in (x.kind, y.kind):
        return INFINITY
    if "nan" in (x.kind, y.kind):
        return NAN
    exponent = min(x.exponent, y.exponent)
    total = sum((a.significand << (a.exponent - exponent)) ** 2 for a in (x, y))
    root = isqrt(total)
    return Real("finite", False, root, exponent) if root * root == total else None


def _arb(x: Any, y: Any) -> Any:
    return (x * x + y * y).sqrt()


ORACLE = Elementary(known, mpmath=mpmath.hypot, arb=_arb, mpfr=gmpy2.hypot)

DEFINITION = Formula(lambda x, y: mpmath.sqrt(x * x + y * y))
