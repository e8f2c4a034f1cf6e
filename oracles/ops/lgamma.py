"""lgamma: log |Gamma(x)|, which is +0 at 1 and 2. No other exact case is known.

At other positive integers it is the logarithm of an integer, which is transcendental (Lindemann).
Elsewhere no theorem is needed: if Ziv's loop ends, the value is not a midpoint. For x < 0 the
reflection formula is used. It cancels near the zeros, so mpmath uses 128 extra bits.
"""

from typing import Any

import flint
import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.kits import guarded_mpmath
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, ZERO, integer, special


def known(x: Real) -> Real | None:
    """Return known results (S4): +inf at the poles 0, -1, -2 ... and at both infinities.

    At 1 and 2 the result is +0.
    """
    found = special(x, INFINITY, INFINITY, INFINITY, INFINITY)
    if found is not None:
        return found
    n = integer(x)
    if n is not None and n < 0:
        return INFINITY
    return ZERO if n in (1, 2) else None


def _mpmath(x: Any) -> Any:
    return mpmath.loggamma(x) if x > 0 else mpmath.log(abs(mpmath.gamma(x)))


def _arb(x: Any) -> Any:
    if x > 0:
        return x.lgamma()
    return (flint.arb.pi() / abs(x.sin_pi())).log() - (1 - x).lgamma()


def _mpfr(x: Any) -> Any:
    return gmpy2.lgamma(x)[0]


ORACLE = Elementary(known, mpmath=guarded_mpmath(_mpmath, 128), arb=_arb, mpfr=_mpfr)

DEFINITION = Formula(lambda x: mpmath.log(abs(mpmath.gamma(x))))
