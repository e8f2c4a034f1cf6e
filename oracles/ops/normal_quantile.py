"""normal_quantile: sqrt(2) erfinv(2p - 1); in the tails, by erfc of 2p or 2(1 - p).

2p and 2(1 - p) are exact. The only known exact case is p = 1/2; no theorem excludes others (see
erf). Arb has its own inverse functions. For mpmath and MPFR see `inverse_erf`.
"""

from fractions import Fraction
from typing import Any

import flint
import gmpy2
import mpmath
import numpy as np

from samebits.oracles.definitions import InverseOf, normal_cdf
from samebits.oracles.elementwise import Array, Elementary
from samebits.oracles.inverse_erf import inverse_erf, inverse_erfc
from samebits.oracles.kits import MPFR_KIT, MPMATH_KIT, Kit
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, ZERO, special


def known(p: Real) -> Real | None:
    """Return known results (S4): -inf at +-0, +0 at 1/2, +inf at 1, NaN outside [0, 1]."""
    found = special(p, NAN, NEGATIVE_INFINITY, NEGATIVE_INFINITY, NAN)
    if found is not None:
        return found
    value = p.fraction()
    if not 0 < value <= 1:
        return NAN
    if value == 1:
        return INFINITY
    return ZERO if value == Fraction(1, 2) else None


def _quantile(kit: Kit, p: Any, precision: int) -> Any:
    root = kit.sqrt(kit.number(2, 1))
    if p <= 0.25:
        return -root * inverse_erfc(kit, 2 * p, precision)
    if p >= 0.75:
        return root * inverse_erfc(kit, 2 * (1 - p), precision)
    return root * inverse_erf(kit, 2 * p - 1, precision)


def _arb(p: Any) -> Any:
    root = flint.arb(2).sqrt()
    if p <= 0.25:
        return -root * (2 * p).erfcinv()
    if p >= 0.75:
        return root * (2 * (1 - p)).erfcinv()
    return root * (2 * p - 1).erfinv()


def _inside(x: Array) -> Array:
    return np.asarray((x > 0) & (x < 1) & (x != 0.5))


ORACLE = Elementary(
    known,
    mpmath=lambda p: _quantile(MPMATH_KIT, p, mpmath.mp.prec),
    arb=_arb,
    mpfr=lambda p: _quantile(MPFR_KIT, p, gmpy2.get_context().precision),
    holds=_inside,
)

DEFINITION = InverseOf(normal_cdf)
