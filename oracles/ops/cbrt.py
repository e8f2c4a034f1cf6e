"""cbrt: exact for cubes of dyadic numbers, irrational elsewhere."""

from typing import Any

import gmpy2
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): cbrt(+-0) = +-0, cbrt(+-inf) = +-inf; exact roots of cubes."""
    found = special(x, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    shift = x.exponent % 3  # shifting makes the exponent a multiple of three
    root, exact = gmpy2.iroot(x.significand << shift, 3)
    if not exact:
        return None
    return Real("finite", x.negative, int(root), (x.exponent - shift) // 3)


def _mpmath(x: Any) -> Any:
    return -mpmath.cbrt(-x) if x < 0 else mpmath.cbrt(x)


def _arb(x: Any) -> Any:
    return -(-x).root(3) if x < 0 else x.root(3)


ORACLE = Elementary(known, mpmath=_mpmath, arb=_arb, mpfr=gmpy2.cbrt)

DEFINITION = Formula(lambda x: mpmath.sign(x) * abs(x) ** (mpmath.mpf(1) / 3))
