"""erfinv: the only known exact case is x = 0; no theorem excludes others (see erf).

For |x| above 1/2, erfc is inverted at 1 - |x|, which is exact. Arb has its own inverse functions.
For mpmath and MPFR see `inverse_erf`.
"""

from typing import Any

import gmpy2
import mpmath
import numpy as np

from samebits.oracles.definitions import InverseOf
from samebits.oracles.elementwise import Array, Elementary
from samebits.oracles.inverse_erf import inverse_erf, inverse_erfc
from samebits.oracles.kits import MPFR_KIT, MPMATH_KIT, Kit
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import INFINITY, NEGATIVE_ZERO, ZERO, signed, special


def known(x: Real) -> Real | None:
    """Return known results (S4): erfinv(+-0) = +-0, erfinv(+-1) = +-inf, NaN outside [-1, 1]."""
    found = special(x, NAN, NEGATIVE_ZERO, ZERO, NAN)
    if found is not None:
        return found
    if abs(x.fraction()) > 1:
        return NAN
    return signed(INFINITY, x) if abs(x.fraction()) == 1 else None


def _inverse(kit: Kit, x: Any, precision: int) -> Any:
    if abs(x) <= 0.5:
        return inverse_erf(kit, x, precision)
    y = inverse_erfc(kit, 1 - abs(x), precision)
    return -y if x < 0 else y


def _arb(x: Any) -> Any:
    if abs(x) <= 0.5:
        return x.erfinv()
    y = (1 - abs(x)).erfcinv()
    return -y if x < 0 else y


def _inside(x: Array) -> Array:
    return np.asarray(abs(x) < 1)


ORACLE = Elementary(
    known,
    mpmath=lambda x: _inverse(MPMATH_KIT, x, mpmath.mp.prec),
    arb=_arb,
    mpfr=lambda x: _inverse(MPFR_KIT, x, gmpy2.get_context().precision),
    holds=_inside,
)

DEFINITION = InverseOf(mpmath.erf)
